import { beforeAll, describe, expect, it } from 'vitest'
import { type Client, recordOf, type Reply } from '../harness/client.ts'
import { Note, notes } from '../harness/notes.ts'
import { clientOf, makeRole, makeUser } from '../harness/people.ts'
import { useModels } from '../harness/useModels.ts'

const stage = useModels(notes)
const pairs = 6
const open = (fieldName: string) => ({ fieldName, operator: '=', value: 'open' })
let made = 0

/** A user who reads all notes and may close those that meet a condition, on any number of connections. */
async function closerOf(condition: object, more: object[] = []): Promise<Client> {
  const rules = [
    { model: Note, read: true },
    { model: Note, update: true, writeFields: ['region'], condition },
    ...more,
  ]
  const role = await makeRole(stage.client, `closing ${++made}`, rules)
  const { id } = await makeUser(stage.client, `closer-${made}`, [role])
  return clientOf(stage.service, stage.database, id, 2 * pairs)
}

async function create(fields: object = {}): Promise<number> {
  return recordOf(await stage.client.create(Note, { name: 'note', region: 'open', ...fields })).id
}

async function change(id: number, fields: object): Promise<void> {
  const { version } = recordOf(await stage.client.read(Note, id))
  recordOf(await stage.client.update(Note, id, { version, ...fields }))
}

async function close(client: Client, id: number): Promise<Reply> {
  const { version } = recordOf(await stage.client.read(Note, id))
  return client.update(Note, id, { version, region: 'closed' })
}

/** Two open notes that allow each other to be closed, and what connects them. */
const worlds: Record<string, [condition: object, make: () => Promise<[number, number]>]> = {
  'what it refers to': [
    open('parent.region'),
    async () => {
      const one = await create()
      const other = await create({ parent: { id: one } })
      await change(one, { parent: { id: other } })
      return [one, other]
    },
  ],
  'what that refers to': [
    open('parent.parent.region'),
    async () => {
      const one = await create()
      const [behindOne, other] = [await create(), await create()]
      const behindOther = await create({ parent: { id: one } })
      await change(behindOne, { parent: { id: other } })
      await change(one, { parent: { id: behindOne } })
      await change(other, { parent: { id: behindOther } })
      return [one, other]
    },
  ],
  'its collection': [
    open('answers.region'),
    async () => {
      const one = await create()
      const other = await create({ parent: { id: one } })
      await change(one, { parent: { id: other } })
      return [one, other]
    },
  ],
  'its links': [
    open('related.region'),
    async () => {
      const one = await create()
      const other = await create({ related: [{ id: one }] })
      await change(one, { related: [{ id: other }] })
      return [one, other]
    },
  ],
}

/** Either can be first; the other is then refused. */
function expectOneOf(replies: readonly Reply[]): void {
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 403])
}

describe('of two concurrent writes that allow each other one is refused, if a rule asks for', () => {
  beforeAll(async () => {
    // PostgreSQL detects deadlocks after this time.
    await stage.database.query(`alter database ${stage.database.name} set deadlock_timeout = '100ms'`)
    await stage.serve(notes)
  })

  it.each(Object.entries(worlds))('%s', async (_, [condition, make]) => {
    const client = await closerOf(condition)
    const made = await Promise.all(Array.from({ length: pairs }, make))
    const replies = await Promise.all(made.map((ids) => Promise.all(ids.map((id) => close(client, id)))))
    for (const pair of replies) expectOneOf(pair)
    client.close()
  })

  it('what another one creates', async () => {
    const none = { fieldName: 'answers', operator: 'isNull' }
    const client = await closerOf(none, [{ model: Note, create: true, condition: open('parent.region') }])
    const made = await Promise.all(Array.from({ length: pairs }, () => create()))
    const replies = await Promise.all(
      made.map((id) =>
        Promise.all([close(client, id), client.create(Note, { name: 'answer', region: 'open', parent: { id } })]),
      ),
    )
    for (const pair of replies) expectOneOf(pair)
    client.close()
  })
})

describe('concurrent writes that do not affect the rules of each other', () => {
  it('all succeed, although their rules depend on the same record', async () => {
    const parent = await create()
    const made = await Promise.all(Array.from({ length: 2 * pairs }, () => create({ parent: { id: parent } })))
    const client = await closerOf(open('parent.region'))
    const replies = await Promise.all(made.map((id) => close(client, id)))
    expect(replies.map(({ status }) => status)).toEqual(made.map(() => 200))
    client.close()
  })
})
