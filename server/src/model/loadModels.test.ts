import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadModels, ModelMistakes } from './loadModels.ts'

const contacts = fileURLToPath(import.meta.resolve('../../../examples/contacts'))
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tabularium-models-'))
  const library = JSON.stringify(import.meta.resolve('../index.ts'))
  await writeFile(join(folder, 'Broken.ts'), 'export const x =')
  await writeFile(join(folder, 'Empty.ts'), 'export const x = 1')
  await writeFile(
    join(folder, 'Wrong.ts'),
    `import { model, text } from ${library}\nexport const Wrong = model({ name: 'Wrong', title: 'x', indexs: [], fields: { name: text({ max: 0 }) } })`,
  )
})

afterAll(() => rm(folder, { recursive: true }))

describe('loadModels', () => {
  it('loads every model of a folder without a build, in the order of their names', async () => {
    const models = await loadModels(contacts)
    expect(models.all.map(({ name }) => name)).toEqual([
      'com.example.contacts.Company',
      'com.example.contacts.Contact',
      'com.example.contacts.Interaction',
      'com.example.contacts.Tag',
    ])
  })

  it('yields plain data: the models survive a round trip through JSON', async () => {
    const { all } = await loadModels(contacts)
    expect(JSON.parse(JSON.stringify(all))).toEqual(all)
  })

  it('reports the mistakes of all files at once', async () => {
    const mistakes: unknown = await loadModels(folder).catch((error: unknown) => error)
    if (!(mistakes instanceof ModelMistakes)) throw mistakes
    const lines = mistakes.message.split('\n').map((line) => line.replace(/^.*tabularium-models-[^/]*\//, ''))
    expect(lines).toEqual([
      'The models have 7 mistakes:',
      expect.stringMatching(/^Broken\.ts: cannot be loaded: /),
      expect.stringMatching(/^Empty\.ts: declares no model: /),
      'Wrong.ts · Wrong: a model has no member "indexs". Did you mean "indexes"?',
      expect.stringMatching(/^Wrong\.ts · Wrong: name must be a package/),
      expect.stringMatching(/^Wrong\.ts · Wrong: title must name a field/),
      expect.stringMatching(/^Wrong\.ts · Wrong: list names "x"/),
      expect.stringMatching(/^Wrong\.ts · Wrong · name: max must be a whole number/),
    ])
  })

  it.each([
    ['a folder that is not there', 'nowhere', 'does not exist: name the folder that holds the models'],
    ['a file', 'Empty.ts', 'cannot be read (ENOTDIR): name the folder that holds the models'],
  ])('%s is a mistake', async (_, path, message) => {
    await expect(loadModels(join(folder, path))).rejects.toThrow(message)
  })
})
