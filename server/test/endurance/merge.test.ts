import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Client, recordOf, type RecordJson } from '../harness/client.ts'
import { Contact } from '../harness/contract.ts'
import { createDatabase, type TestDatabase } from '../harness/database.ts'
import { loggedIn, type ServiceProcess, startProcess } from '../harness/service.ts'
import { sizeOf } from '../harness/rounds.ts'

const times = sizeOf({ inCi: 100, long: 1_000 })
let database: TestDatabase
let services: ServiceProcess[]
let editors: Editor[]

/** Somebody who changes one field again and again, through a process of their own. */
interface Editor {
  readonly client: Client
  readonly field: 'firstName' | 'notes'
}

/** An entry of the history as far as it matters here. */
interface Entry {
  readonly version: number
  readonly changes: Readonly<Record<string, { from: unknown; to: unknown }>>
}

beforeAll(async () => {
  database = await createDatabase()
  services = await Promise.all([startProcess(database.url), startProcess(database.url)])
  const fields = ['firstName', 'notes'] as const
  editors = await Promise.all(
    services.map(async (service, index) => ({ client: await loggedIn(service), field: fields[index] ?? 'notes' })),
  )
})

afterAll(async () => {
  for (const { client } of editors) client.close()
  for (const service of services) await service.stop()
  await database.drop()
})

async function create(): Promise<RecordJson> {
  const [first] = editors
  if (!first) throw new Error('There are two editors.')
  return recordOf(await first.client.create(Contact, { firstName: 'firstName 0', lastName: 'Merge', notes: 'notes 0' }))
}

/** Sends a change of one field that is based on a version; others may have changed other fields since. */
async function edit({ client, field }: Editor, id: number, version: number, n: number): Promise<RecordJson> {
  const body = { data: { version, [field]: `${field} ${n}` } }
  const record = recordOf(await client.exchange('POST', `/ws/rest/${Contact}/${id}?onConflict=merge`, { body }))
  expect(record[field]).toBe(`${field} ${n}`)
  return record
}

async function historyOf(id: number): Promise<Entry[]> {
  const entries: Entry[] = []
  for (;;) {
    const path = `/ws/rest/${Contact}/${id}/history?offset=${entries.length}&limit=1000`
    const page = (await editors[0]?.client.exchange('GET', path))?.json
    entries.push(...(page?.data as Entry[]))
    if (entries.length >= (page?.total ?? 0)) return entries.toReversed()
  }
}

/** What became of a record: its version, and the values that each editor's field went through. */
async function readTale(id: number): Promise<object> {
  const current = recordOf((await editors[0]?.client.read(Contact, id)) ?? expect.fail('There are two editors.'))
  const history = await historyOf(id)
  return {
    version: current.version,
    versions: history.map(({ version }) => version),
    fieldsAtOnce: new Set(history.slice(1).map(({ changes }) => Object.keys(changes).length)),
    values: editors.map(({ field }) => current[field]),
    changes: editors.map(({ field }) => history.flatMap((entry) => entry.changes[field] ?? [])),
  }
}

/** Every change of every editor is there once, in the editor's order, and each began where the one before it ended. */
function wholeTale(): object {
  const numbers = (count: number) => Array.from({ length: count }, (_, n) => n)
  const change = (field: string, n: number) => ({ from: n === 0 ? null : `${field} ${n - 1}`, to: `${field} ${n}` })
  return {
    version: times * editors.length,
    versions: numbers(times * editors.length + 1),
    fieldsAtOnce: new Set([1]),
    values: editors.map(({ field }) => `${field} ${times}`),
    changes: editors.map(({ field }) => numbers(times + 1).map((n) => change(field, n))),
  }
}

describe(`two clients change different fields of one record at once, ${times} times, with onConflict=merge`, () => {
  it('both based on the same version each time: both keep every change', async () => {
    let { id, version } = await create()
    for (let n = 1; n <= times; n++) {
      const base = version
      const records = await Promise.all(editors.map((editor) => edit(editor, id, base, n)))
      version = Math.max(...records.map((record) => record.version))
    }
    expect(await readTale(id)).toEqual(wholeTale())
  })

  it('each based on what they saw last, at their own pace: both keep every change', async () => {
    const { id, version } = await create()
    await Promise.all(
      editors.map(async (editor) => {
        let base = version
        for (let n = 1; n <= times; n++) base = (await edit(editor, id, base, n)).version
      }),
    )
    expect(await readTale(id)).toEqual(wholeTale())
  })

  it('based on the first version every time: their own later changes clash, and nothing is overwritten', async () => {
    const { id, version } = await create()
    const few = 50
    for (const editor of editors) await edit(editor, id, version, 1)
    // The own change since then is a change by others, which must not be overwritten silently.
    const refused = await Promise.all(
      editors.flatMap(({ client, field }) =>
        Array.from({ length: few }, (_, n) => {
          const body = { data: { version, [field]: `${field} ${n + 2}` } }
          return client.exchange('POST', `/ws/rest/${Contact}/${id}?onConflict=merge`, { body })
        }),
      ),
    )
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 409))
    expect(await historyOf(id)).toHaveLength(3)
  })
})
