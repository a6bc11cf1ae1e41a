// Completes package-lock.json where a registry mirror lacks the binaries of other platforms: npm leaves those out of
// the lock file, and then `npm ci` refuses it. Each optional dependency with an exact version gets its entry, by the
// platform in its name, and each entry without a digest gets the one of the registry, if that knows the package. Run
// it after every change of dependencies: `npm run lock`.
import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { promisify } from 'node:util'

interface Entry {
  version?: string
  link?: boolean
  integrity?: string
  dev?: boolean
  optional?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
  optionalDependencies?: Record<string, string>
}

const file = 'package-lock.json'
const lock: { packages: Record<string, Entry> } = JSON.parse(readFileSync(file, 'utf8'))
const missing = Object.entries(lock.packages).flatMap(([path, entry]) =>
  Object.entries(path === '' ? {} : (entry.optionalDependencies ?? {}))
    .filter(([name]) => !lock.packages[`node_modules/${name}`] && !lock.packages[`${path}/node_modules/${name}`])
    .flatMap(([name, version]) => toEntry(name, version, entry.dev ?? false)),
)
const run = promisify(execFile)
const all = Object.entries({ ...lock.packages, ...Object.fromEntries(missing) })
lock.packages = Object.fromEntries(all.sort(([a], [b]) => a.localeCompare(b, 'en')))
const bare = all.filter(([path, { integrity, link }]) => path.includes('node_modules/') && !integrity && !link)
for (const [path, entry] of bare) {
  const integrity = await findIntegrity(path.replace(/.*node_modules\//, ''), entry.version ?? '')
  if (integrity) entry.integrity = integrity
}
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
const left = bare.filter(([, { integrity }]) => !integrity)
console.error(`${missing.length} entries added, ${bare.length - left.length} digests; ${left.length} have none:`)
for (const [path] of left) console.error(`  ${path}`)

/** The digest of a package; undefined if the registry does not have the package. */
async function findIntegrity(name: string, version: string): Promise<string | undefined> {
  const asked = run('npm', ['view', `${name}@${version}`, 'dist.integrity'])
  return asked.then(
    ({ stdout }) => /^sha512-\S+/.exec(stdout.trim())?.[0],
    () => undefined,
  )
}

function toEntry(name: string, version: string, dev: boolean): [string, Entry][] {
  const platform = name.split('/')[1] ?? name
  const os = /android|darwin|freebsd|linux|openharmony|win32|windows|wasm32/
    .exec(platform)?.[0]
    .replace('windows', 'win32')
  const cpu = /arm64|x64|ia32|ppc64|riscv64|s390x|loong64|arm|wasm32/.exec(platform)?.[0]
  if (os === undefined || cpu === undefined) return []
  const libc = os !== 'linux' ? undefined : /musl/.test(platform) ? 'musl' : /gnu/.test(platform) ? 'glibc' : undefined
  const entry: Entry = { version: version.replace(/^[\^~]/, ''), ...(dev ? { dev } : {}), optional: true, cpu: [cpu] }
  if (os !== 'wasm32') entry.os = [os]
  if (libc) entry.libc = [libc]
  return [[`node_modules/${name}`, entry]]
}
