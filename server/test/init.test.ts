import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import serverManifest from '../package.json' with { type: 'json' }
import rootManifest from '../../package.json' with { type: 'json' }
import { ownMain } from './harness/commandLine.ts'
import { type Ended, tryCommand } from './harness/runCommand.ts'

const root = resolve(import.meta.dirname, '../..')
const written = [
  '.gitignore',
  'Dockerfile',
  'README.md',
  'compose.yaml',
  'models/Book.ts',
  'models/index.ts',
  'package.json',
  'test/books.test.ts',
  'tsconfig.json',
]

let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tabularium-init-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Runs a program to its end, with standard input left open. */
async function run(file: string, args: readonly string[], cwd: string, env: object = {}): Promise<Ended> {
  const { PATH = '' } = process.env
  try {
    const output = await promisify(execFile)(file, args, { cwd, env: { PATH, ...env } })
    return { code: 0, ...output }
  } catch (error) {
    return error as Ended
  }
}

function init(cwd: string, ...args: string[]): Promise<Ended> {
  return tryCommand(['init', ...args], {}, '', cwd)
}

/** The commands that come next, as they are printed. */
function nextIn({ stdout }: Ended): string[] {
  const [, block = ''] = /\nNext:\n\n((?: {2}.+\n)+)/.exec(stdout) ?? []
  return block
    .trimEnd()
    .split('\n')
    .map((line) => line.trim())
}

/** A new folder with something in it. */
async function folderWith(files: Record<string, string>): Promise<string> {
  const own = await mkdtemp(join(folder, 'project-'))
  for (const [name, text] of Object.entries(files)) await writeFile(join(own, name), text)
  return own
}

/** A new project whose packages are those of this repository. */
async function createProject(): Promise<string> {
  const own = await mkdtemp(join(folder, 'project-'))
  expect(await init(own, '--no-install')).toMatchObject({ code: 0 })
  await mkdir(join(own, 'node_modules/@types'), { recursive: true })
  await symlink(join(root, 'server'), join(own, 'node_modules/tabularium'))
  await symlink(join(root, 'node_modules/@types/node'), join(own, 'node_modules/@types/node'))
  return own
}

describe('tabularium init', () => {
  test('writes a project, and prints the three commands that come next', async () => {
    const args = [ownMain, 'init', 'Büro Books', '--yes', '--no-install']
    const ended = await run(process.execPath, args, folder)
    expect(ended).toMatchObject({ code: 0, stderr: expect.stringMatching(/^Wrote /) })
    expect(ended.stderr.match(/[\w./]+\.\w+|Dockerfile|\.gitignore/g)?.toSorted()).toEqual(written)
    expect(nextIn(ended)).toEqual(["cd 'Büro Books'", 'npm install', 'npm run dev'])
    const manifest = JSON.parse(await readFile(join(folder, 'Büro Books/package.json'), 'utf8'))
    expect(manifest).toMatchObject({
      name: 'b-ro-books',
      type: 'module',
      dependencies: { tabularium: `^${serverManifest.version}` },
    })
    expect(await readFile(join(folder, 'Büro Books/README.md'), 'utf8')).toMatch(/^# b-ro-books\n/)
    expect(ended.stdout).toContain(`npm install ${join(root, 'server')}\n`)
  })

  test('writes to the current folder, which may hold a repository', async () => {
    const own = await folderWith({})
    await mkdir(join(own, '.git'))
    const ended = await init(own, '--no-install')
    expect(nextIn(ended)).toEqual(['npm install', 'npm run dev', 'npm test'])
  })

  test('refuses a folder that is not empty, and says what it would overwrite', async () => {
    const own = await folderWith({ 'package.json': '{"mine":true}', 'notes.txt': 'mine' })
    const refused = await init(own, '--no-install')
    expect(refused).toMatchObject({
      code: 1,
      stdout: '',
      stderr:
        'tabularium: The current folder is not empty, so nothing was written. ' +
        'With --force these files would be overwritten: package.json.\n',
    })
    expect(await readFile(join(own, 'package.json'), 'utf8')).toBe('{"mine":true}')
    expect(await init(own, '--no-install', '--force')).toMatchObject({ code: 0 })
    expect(await readFile(join(own, 'package.json'), 'utf8')).toContain('"tabularium"')
    expect(await readFile(join(own, 'notes.txt'), 'utf8')).toBe('mine')
  })

  test('refuses a file, and a flag that it does not know', async () => {
    const own = await folderWith({ taken: '' })
    expect(await init(own, 'taken')).toMatchObject({ code: 2, stderr: 'tabularium: taken is a file: name a folder.\n' })
    expect(await init(own, 'new', '--no-instal')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("unknown option '--no-instal'"),
    })
  })

  test('a project whose packages cannot be installed is complete, and says how to go on', async () => {
    const own = await folderWith({})
    const ended = await run(process.execPath, [ownMain, 'init', 'new'], own, {
      npm_config_registry: 'http://127.0.0.1:9',
      npm_config_fetch_retries: '0',
      npm_config_cache: join(own, 'cache'),
    })
    expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining('its packages are not installed') })
    expect(nextIn(ended)).toEqual(['cd new', 'npm install', 'npm run dev'])
  })
})

test('npm create runs init of the same version', async () => {
  const manifest = JSON.parse(await readFile(join(root, 'create/package.json'), 'utf8'))
  expect(manifest).toMatchObject({
    version: serverManifest.version,
    dependencies: { tabularium: serverManifest.version },
  })
  const own = await folderWith({})
  const ended = await run(process.execPath, [join(root, 'create/index.js'), 'books', '--no-install'], own)
  expect(ended).toMatchObject({ code: 0 })
  expect(nextIn(ended)).toEqual(['cd books', 'npm install', 'npm run dev'])
})

describe('a new project', () => {
  let own = ''

  beforeAll(async () => {
    own = await createProject()
  })

  /** Here the package is its sources, so a full check takes seconds: later ones look at what has changed only. */
  function checkTypes(): Promise<Ended> {
    const incremental = ['--incremental', '--tsBuildInfoFile', join(own, 'node_modules/checked.json')]
    return run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), ...incremental], own)
  }

  test('has no mistakes, and its types are right', async () => {
    expect(await run(process.execPath, [ownMain, 'models', 'check'], own)).toMatchObject({
      code: 0,
      stdout: '1 model, no mistakes\n',
    })
    expect(await checkTypes()).toMatchObject({ code: 0, stdout: '' })
  })

  test('lets models import each other, and refuses what Node does not run', async () => {
    const head = "import { model, text, type RecordOf } from 'tabularium'\n"
    const declared = "model({ name: 'com.example.library.Author', title: 'name', fields: { name: text({ max: 9 }) } })"
    const type = 'export type Author = RecordOf<typeof Author>\n'
    await writeFile(join(own, 'models/Author.ts'), `${head}export const Author = ${declared}\n${type}`)
    const book = await readFile(join(own, 'models/Book.ts'), 'utf8')
    const changed = book
      .replace('import {', "import { Author } from './Author.ts'\nimport { reference,")
      .replace('fields: {', 'fields: { writtenBy: reference(Author),')
    await writeFile(join(own, 'models/Book.ts'), changed)
    expect(await checkTypes()).toMatchObject({ code: 0, stdout: '' })
    expect(await run(process.execPath, [ownMain, 'models', 'check'], own)).toMatchObject({ code: 0 })

    const broken = `${head.replace('type ', '')}export const Author = ${declared}\n${type}enum Kind { A }\n`
    await writeFile(join(own, 'models/Author.ts'), broken)
    const refused = await checkTypes()
    expect(refused.code).toBe(1)
    expect(refused.stdout.match(/error TS\d+/g)).toEqual(['error TS1484', 'error TS1294'])
    await rm(join(own, 'models/Author.ts'))
    await writeFile(join(own, 'models/Book.ts'), book)
  })

  test('its own tests pass, on a database server that is given', async () => {
    const ended = await run(process.execPath, ['--test', 'test/books.test.ts'], own, {
      TABULARIUM_TEST_DATABASE_URL: inject('databaseUrl'),
    })
    expect(ended).toMatchObject({ code: 0, stdout: expect.stringContaining('pass 2') })
  })

  test('uses the versions and the files of this repository', async () => {
    const manifest = JSON.parse(await readFile(join(own, 'package.json'), 'utf8'))
    const { typescript, '@types/node': types } = rootManifest.devDependencies
    expect(manifest.devDependencies).toEqual({ '@types/node': `^${types}`, typescript: `^${typescript}` })
    expect(manifest.engines).toEqual(serverManifest.engines)
    expect(manifest.scripts.start).toBe('exec tabularium serve')
    const dockerfile = await readFile(join(own, 'Dockerfile'), 'utf8')
    const launcher = join('node_modules/tabularium', serverManifest.bin.tabularium)
    expect(dockerfile).toContain(`ENTRYPOINT ["node", "${launcher}"]`)
  })
})
