import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadDeclarations, loadModels, ModelMistakes } from './loadModels.ts'
import type { Models } from './Models.ts'

const contacts = fileURLToPath(import.meta.resolve('../../../examples/contacts'))
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tabularium-models-'))
  const library = JSON.stringify(import.meta.resolve('../index.ts'))
  await writeFile(join(folder, 'Empty.ts'), 'export const x = 1')
  await writeFile(
    join(folder, 'Wrong.ts'),
    `import { model, text } from ${library}\nexport const Wrong = model({ name: 'Wrong', title: 'x', indexs: [], ` +
      'fields: { name: text({ max: 0 }) } })',
  )
})

afterAll(() => rm(folder, { recursive: true }))

describe('loadModels', () => {
  it('loads every model of a folder without a build, sorted by name, and those of the service', async () => {
    const models = await loadModels(contacts)
    expect(models.all.map(({ name }) => name)).toEqual([
      'com.example.contacts.Company',
      'com.example.contacts.Contact',
      'com.example.contacts.Interaction',
      'com.example.contacts.Tag',
      'tabularium.User',
      'tabularium.Role',
      'tabularium.Rule',
      'tabularium.Session',
      'tabularium.Key',
      'tabularium.View',
      'tabularium.Job',
      'tabularium.Webhook',
      'tabularium.Notice',
      'tabularium.Favorite',
      'tabularium.Dashboard',
      'tabularium.Identity',
      'tabularium.Factor',
    ])
  })

  it('yields plain data: the models survive a round trip through JSON', async () => {
    const { all } = await loadModels(contacts)
    expect(JSON.parse(JSON.stringify(all))).toEqual(all)
  })

  async function linesOf(path: string): Promise<string[]> {
    const mistakes: unknown = await loadModels(path).catch((error: unknown) => error)
    if (!(mistakes instanceof ModelMistakes)) throw mistakes
    return mistakes.message.split('\n').map((line) => line.replace(/^.*tabularium-models-[^/]*\//, ''))
  }

  it('reports the mistakes of all files at once', async () => {
    expect(await linesOf(folder)).toEqual([
      'The models have 6 mistakes:',
      expect.stringMatching(/^Empty\.ts: declares no model: /),
      'Wrong.ts · Wrong: a model has no member "indexs". Did you mean "indexes"?',
      expect.stringMatching(/^Wrong\.ts · Wrong: name must be a package/),
      expect.stringMatching(/^Wrong\.ts · Wrong: title must name a field/),
      expect.stringMatching(/^Wrong\.ts · Wrong: list names "x"/),
      expect.stringMatching(/^Wrong\.ts · Wrong · name: max must be a whole number/),
      'Criteria, roles and logic are checked once the models are right.',
    ])
  })

  it('reports only what is wrong with files if one of them cannot be loaded', async () => {
    await writeFile(join(folder, 'Broken.ts'), 'export const x =')
    const lines = await linesOf(folder)
    await rm(join(folder, 'Broken.ts'))
    expect(lines).toEqual([
      'The models have 3 mistakes:',
      expect.stringMatching(/^Broken\.ts: cannot be loaded: /),
      expect.stringMatching(/^Empty\.ts: declares no model: /),
      'Wrong.ts · Wrong: a model has no member "indexs". Did you mean "indexes"?',
      'The models are checked once all files can be loaded.',
    ])
  })

  describe('with fields for users', () => {
    const library = JSON.stringify(import.meta.resolve('../index.ts'))
    const head = `import { collection, extendUser, links, model, reference, text } from ${library}\n`
    const Desk =
      `export const Desk = model({ name: 'org.example.Desk', title: 'code', fields: { code: text(), ` +
      `owner: reference('tabularium.User') } })\n`

    async function load(...files: string[]): Promise<Models> {
      const own = await mkdtemp(join(folder, 'extended-'))
      for (const [index, content] of files.entries()) await writeFile(join(own, `${index}.ts`), head + content)
      return loadModels(own)
    }

    it('adds them to the users, whom other models may refer to', async () => {
      const extension =
        'export const people = extendUser({ fields: { region: text({ max: 20 }), desk: ' +
        `reference('org.example.Desk'), desks: collection('org.example.Desk', { by: 'owner' }) } })`
      const { all } = await load(Desk, extension)
      const user = all.find(({ name }) => name === 'tabularium.User')
      expect(user?.fields.map(({ name }) => name)).toEqual([
        'username',
        'name',
        'password',
        'admin',
        'disabled',
        'timeZone',
        'language',
        'email',
        'emailVerifiedOn',
        'kind',
        'externalId',
        'provisioned',
        'region',
        'desk',
      ])
      expect(user?.relations.map(({ name }) => name)).toEqual(['roles', 'desks'])
    })

    it.each<[string, string, string]>([
      ['a name that all users have', '{ fields: { admin: text() } }', 'admin: every user has this field already'],
      ['a name that users have by now', '{ fields: { email: text() } }', "was: 'email'"],
      ['another one', '{ fields: { externalId: text() } }', "was: 'externalId'"],
      ['the name of a relation', '{ fields: { roles: text() } }', 'roles: every user has this field already'],
      [
        'a name that all records have',
        '{ fields: { version: text() } }',
        'version: every record has this field already',
      ],
      ['a required field', '{ fields: { region: text({ required: true }) } }', 'needs a default'],
      ['a mistake in a field', '{ fields: { region: text({ max: 0 }) } }', 'region: max must be a whole number'],
      ['a reference to nothing', '{ fields: { desk: reference("org.example.Nothing") } }', 'is not a loaded model'],
      ['a relation to nothing', '{ fields: { desks: links("org.example.Nothing") } }', 'is not a loaded model'],
      ['a member more', '{ fields: { region: text() }, title: "region" }', 'extendUser has no member "title"'],
      ['nothing', '{}', 'extendUser needs fields'],
    ])('%s is a mistake', async (_, declaration, message) => {
      await expect(load(Desk, `export const people = extendUser(${declaration})`)).rejects.toThrow(message)
    })

    it('a field in two files is a mistake', async () => {
      const extension = 'export const people = extendUser({ fields: { region: text() } })'
      await expect(load(Desk, extension, extension)).rejects.toThrow(/1\.ts as well: keep one of the two/)
    })
  })

  describe('with files that import each other', () => {
    const library = JSON.stringify(import.meta.resolve('../index.ts'))
    const head = `import { model, text } from ${library}\n`
    const Desk =
      `${head}const fields = { code: text() }\n` +
      "export const Desk = model({ name: 'org.example.Desk', title: 'code', fields })\n"

    async function load(files: Record<string, string>) {
      const own = await mkdtemp(join(folder, 'importing-'))
      for (const [name, content] of Object.entries(files)) await writeFile(join(own, name), content)
      return loadDeclarations(join(own)).catch((error: unknown) => {
        if (error instanceof ModelMistakes)
          return { mistakes: error.mistakes.map(({ file, ...rest }) => ({ file: basename(file), ...rest })) }
        throw error
      })
    }

    it('counts a model that index.ts exports again for the file that declares it', async () => {
      const declared = await load({ 'index.ts': "export { Desk } from './work.ts'\n", 'work.ts': Desk })
      expect('files' in declared && basename(declared.files.get('org.example.Desk') ?? '')).toBe('work.ts')
    })

    it('reports wrong syntax once, with its line', async () => {
      const index = "export { Desk } from './Desk.ts'\n"
      expect(await load({ 'Desk.ts': `${head}\nexport const Desk = model({`, 'index.ts': index })).toEqual({
        mistakes: [{ file: 'Desk.ts', message: expect.stringMatching(/^cannot be loaded: .+ \(line 3\)$/) }],
      })
    })

    it('reports an import without its ending once, with what to write', async () => {
      const chair = `${head}import { Desk } from './Desk'\nexport const x = Desk\n`
      const index = "export * from './Chair.ts'\nexport { Desk } from './Desk.ts'\n"
      expect(await load({ 'Chair.ts': chair, 'Desk.ts': Desk, 'index.ts': index })).toEqual({
        mistakes: [{ file: 'Chair.ts', message: "imports './Desk': write './Desk.ts'" }],
      })
      expect(await load({ 'Chair.ts': chair.replace('./Desk', './Dsk'), 'Desk.ts': Desk })).toEqual({
        mistakes: [{ file: 'Chair.ts', message: "imports './Dsk': there is no such file" }],
      })
    })

    it('reports no mistake of a model that refers to one whose file is broken', async () => {
      const own = `${head.replace('text', 'reference, text')}export const Lamp = model({ name: 'org.example.Lamp',
        title: 'code', fields: { code: text(), desk: reference('org.example.Desk') } })\n`
      expect(await load({ 'Desk.ts': 'export const Desk = model({', 'Lamp.ts': own })).toEqual({
        mistakes: [{ file: 'Desk.ts', message: expect.stringMatching(/^cannot be loaded: /) }],
      })
    })

    it('reports a file whose call fails in another one', async () => {
      const helper = `${Desk}export function fail() {\n  throw new TypeError('no such desk')\n}\n`
      expect(await load({ 'Desk.ts': helper, 'Own.ts': "import { fail } from './Desk.ts'\nfail()\n" })).toEqual({
        mistakes: [{ file: 'Own.ts', message: 'cannot be loaded: no such desk' }],
      })
    })
  })

  it.each([
    ['a folder that is not there', 'nowhere', 'does not exist: name the folder that holds the models'],
    ['a file', 'Empty.ts', 'cannot be read (ENOTDIR): name the folder that holds the models'],
  ])('%s is a mistake', async (_, path, message) => {
    await expect(loadModels(join(folder, path))).rejects.toThrow(message)
  })
})
