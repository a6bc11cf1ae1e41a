// Makes dist/, the package as it is published: plain JavaScript with types, since Node does not strip types inside
// node_modules. Run it with `npm run build`; `npm pack ./server/dist` makes the tarball.
import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { pruneDeclarations } from './pruneDeclarations.ts'

const server = join(import.meta.dirname, '..')
const root = join(server, '..')
const dist = join(server, 'dist')

rmSync(dist, { recursive: true, force: true })
execFileSync(join(root, 'node_modules/.bin/tsc'), ['-p', join(server, 'tsconfig.build.json')], { stdio: 'inherit' })
cpSync(join(server, 'src/schema/service'), join(dist, 'src/schema/service'), { recursive: true, filter: isNoSource })
cpSync(join(server, 'src/session/commonPasswords.txt'), join(dist, 'src/session/commonPasswords.txt'))
copyTemplates()
copyLauncher()
buildConsole()
cpSync(join(server, 'README.md'), join(dist, 'README.md'))
for (const page of ['LICENSE', 'CHANGELOG.md']) cpSync(join(root, page), join(dist, page))
const published = toPublished()
writeFileSync(join(dist, 'package.json'), `${JSON.stringify(published, null, 2)}\n`)
pruneDeclarations(
  dist,
  Object.values(published.exports).flatMap((entry) => (typeof entry === 'string' ? [] : [entry.types])),
)

/** Templates are no sources of the package: tools that look into it must not take them for modules or packages. */
function copyTemplates(): void {
  const templates = join(server, 'templates')
  for (const entry of readdirSync(templates, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name)
    cpSync(path, `${join(dist, 'templates', relative(templates, path))}.template`)
  }
}

/** The launcher loads what was built, and stays executable: npm makes it so only where it links the command. */
function copyLauncher(): void {
  const target = join(dist, 'bin/tabularium.js')
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(target, readFileSync(join(server, 'bin/tabularium.js'), 'utf8').replace('main.ts', 'main.js'))
  chmodSync(target, 0o755)
}

/** The console, built from its sources as they are. */
function buildConsole(): void {
  const args = ['build', '--logLevel', 'error', '--outDir', join(dist, 'console'), '--emptyOutDir']
  execFileSync(join(root, 'node_modules/.bin/vite'), args, { cwd: join(root, 'console'), stdio: 'inherit' })
}

function isNoSource(path: string): boolean {
  return !path.endsWith('.ts')
}

/** The package's own description, with the addresses of what was built. */
function toPublished(): { readonly exports: Record<string, string | Built> } {
  const manifest: { exports: Record<string, string> } = JSON.parse(readFileSync(join(server, 'package.json'), 'utf8'))
  const entries = Object.entries(manifest.exports).map(([name, path]) => [name, toBuilt(path)] as const)
  return { ...manifest, exports: Object.fromEntries(entries) }
}

interface Built {
  readonly types: string
  readonly default: string
}

function toBuilt(path: string): string | Built {
  if (!path.endsWith('.ts')) return path
  return { types: path.replace(/ts$/, 'd.ts'), default: path.replace(/ts$/, 'js') }
}
