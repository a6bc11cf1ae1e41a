import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { Ajv2020 } from 'ajv/dist/2020.js'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contactsFolder, ordersFolder } from '../harness/commandLine.ts'
import { CheckedDocument } from '../harness/exchange/CheckedDocument.ts'
import { formats } from '../harness/exchange/formats.ts'
import { manyModels, withHiddenParts } from '../harness/exchange/hiddenParts.ts'
import { type OpenApi, operationsOf } from '../harness/exchange/OpenApi.ts'
import { documentOf, exampleReaders, randomReader, type Reader } from '../harness/exchange/randomDocuments.ts'
import { Tools } from '../harness/exchange/Tools.ts'
import { sizeOf } from '../harness/rounds.ts'

const seed = Number(process.env.TABULARIUM_TEST_SEED ?? Math.floor(Math.random() * 2 ** 31))
const sets = sizeOf({ inCi: 4, long: 200 })
let tools: Tools
let readers: Reader[]

beforeAll(async () => {
  tools = await Tools.install()
  const random = fc.sample(randomReader, { seed, numRuns: sets })
  readers = [...(await exampleReaders(contactsFolder)), ...(await exampleReaders(ordersFolder)), ...random]
}, 240_000)

afterAll(() => tools.remove())

/** Compiles every schema as it is published, and says which does not. */
function uncompiled(text: string): string[] {
  const document: OpenApi = JSON.parse(text)
  const code = { optimize: false }
  const ajv = new Ajv2020({ strict: true, strictRequired: false, strictTypes: false, formats: { ...formats }, code })
  ajv.addVocabulary(['discriminator', 'components'])
  ajv.addSchema({ $id: 'document', components: document.components })
  return Object.keys(document.components?.['schemas'] ?? {}).flatMap((name) => {
    try {
      ajv.getSchema(`document#/components/schemas/${name}`)
      return []
    } catch (error) {
      return [`${name}: ${String(error)}`]
    }
  })
}

describe(`documents of the examples' roles and of ${sets} random sets of rules (seed ${seed})`, () => {
  it('have no error by the recommended rules of redocly', async () => {
    const faults: string[] = []
    for (const reader of readers)
      for (const error of await tools.findErrors(documentOf(reader))) faults.push(`${reader.name}: ${error}`)
    expect(faults.slice(0, 20)).toEqual([])
  })

  it('have schemas that all compile', () => {
    expect(readers.flatMap((reader) => uncompiled(documentOf(reader))).slice(0, 20)).toEqual([])
  })

  it('do not show what the caller may not see: other fields and models make no difference', () => {
    for (const reader of readers.filter(({ isAdmin }) => !isAdmin)) {
      const { plain, hidden } = withHiddenParts(reader)
      expect(documentOf(hidden)).toBe(documentOf(plain))
    }
  })
})

/** How many milliseconds of the processor a piece of work takes: other processes must not count. */
function processorTime(work: () => void): number {
  const start = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1_000
}

describe('the size of documents', () => {
  it('grows by at most 19.5 kB a model, 1 kB compressed, and is made in six times what its JSON takes', () => {
    const [few, many] = [manyModels(100), manyModels(200)]
    const [small, text] = [documentOf(few), documentOf(many)]
    const fastest = (work: () => void) => Math.min(...Array.from({ length: 4 }, () => processorTime(work)))
    const [took, bare] = [fastest(() => documentOf(many)), fastest(() => JSON.stringify(JSON.parse(text)))]
    const [bytes, packed] = [(text.length - small.length) / 100, gzipSync(text).length / 200]
    const [time, json, rest] = [took, bare, text.length - 200 * bytes].map(Math.round)
    // 100 models more have operations alike: what remains without theirs is the service's own.
    const [some, all] = [small, text].map((one) => operationsOf(JSON.parse(one) as OpenApi).length)
    const own = 2 * (some ?? 0) - (all ?? 0)
    console.info(
      `200 models: ${time} ms (its JSON alone ${json}), ${Math.round(bytes)} B a model, ` +
        `and ${rest} B for ${own} operations of its own`,
    )
    console.info(`${Math.round(packed)} B a model with gzip`)
    expect(bytes).toBeLessThanOrEqual(19_500)
    // With the schemas of the service's own models, which each operation of these shares.
    expect((rest ?? 0) / own).toBeLessThanOrEqual(2_000)
    expect(packed).toBeLessThanOrEqual(1_000)
    expect(took / bare).toBeLessThanOrEqual(6)
  })
})

describe('a client that openapi-typescript generates', () => {
  const Contact = 'com.example.contacts.Contact'
  const program = `
import createClient from 'openapi-fetch'
import type { components, paths } from './api.d.ts'

const client = createClient<paths>({ baseUrl: 'http://127.0.0.1:8123' })
type Contact = components['schemas']['${Contact}.Shown']

export async function page(): Promise<(string | null | undefined)[]> {
  const query = { limit: 20, fields: ['email'] }
  const { data, error } = await client.GET('/ws/rest/${Contact}', { params: { query } })
  if (error) throw new Error(error.data.message)
  const next: string | undefined = data.next
  if (next !== undefined) await client.GET('/ws/rest/${Contact}', { params: { query: { after: next } } })
  return data.data.map(({ email }) => email)
}

export async function create(): Promise<Contact | undefined> {
  const { data, error } = await client.PUT('/ws/rest/${Contact}', {
    params: { header: { 'Idempotency-Key': 'k1' } },
    body: { data: { firstName: 'Ada', lastName: 'Lovelace', company: { id: 5 } } },
  })
  if (error) throw new Error('errors' in error ? JSON.stringify(error.errors) : error.data.message)
  return 'dryRun' in data ? undefined : data.data[0]
}

export async function change(): Promise<number | undefined> {
  const { error } = await client.POST('/ws/rest/${Contact}/{id}', {
    params: { path: { id: 1 }, query: { onConflict: 'merge' } },
    body: { data: { version: 0, email: 'ada@example.com' } },
  })
  if (error && 'code' in error.data && error.data.code === 'version-conflict') return error.data.current?.version
  return undefined
}
`
  const mistakes = `
import createClient from 'openapi-fetch'
import type { paths } from './api.d.ts'

const client = createClient<paths>({ baseUrl: 'http://127.0.0.1:8123' })
export const all = [
  // @ts-expect-error There is no such model.
  client.GET('/ws/rest/com.example.contacts.Contacts'),
  // @ts-expect-error There is no such parameter.
  client.GET('/ws/rest/${Contact}', { params: { query: { most: 20 } } }),
  // @ts-expect-error A new contact has a last name.
  client.PUT('/ws/rest/${Contact}', { body: { data: { firstName: 'Ada' } } }),
  // @ts-expect-error An update names the version.
  client.POST('/ws/rest/${Contact}/{id}', { params: { path: { id: 1 } }, body: { data: { email: 'a@example.com' } } }),
]
`

  it('compiles with a page, a create and a conflict in use, and refuses mistakes', async () => {
    const [administrator] = await exampleReaders(contactsFolder)
    if (!administrator) throw new Error('The example has an administrator.')
    await writeFile(join(tools.folder, 'openapi.json'), documentOf(administrator))
    await tools.run('openapi-typescript', ['openapi.json', '--output', 'api.d.ts'])
    await writeFile(join(tools.folder, 'program.ts'), program)
    await writeFile(join(tools.folder, 'mistakes.ts'), mistakes)
    const flags = '--noEmit --strict --skipLibCheck --module nodenext --target es2024 --lib es2024,dom'
    const args = [...flags.split(' '), '--allowImportingTsExtensions', 'program.ts', 'mistakes.ts']
    const said = await tools.run('tsc', args).catch((error: { stdout?: string }) => error.stdout ?? String(error))
    expect(said).toBe('')
  }, 60_000)
})

it('the administrator of the example can do all operations of a record', async () => {
  const [administrator] = await exampleReaders(contactsFolder)
  if (!administrator) throw new Error('The example has an administrator.')
  const { routes } = new CheckedDocument(documentOf(administrator))
  expect(routes.operations.length).toBeGreaterThan(50)
})
