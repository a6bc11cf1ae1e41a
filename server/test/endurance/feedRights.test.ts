import { describe, expect, it } from 'vitest'
import { type Client, recordOf } from '../harness/client.ts'
import { Contact } from '../harness/contract.ts'
import { clientOf, makeRole, makeUser } from '../harness/people.ts'
import { until } from '../harness/poll.ts'
import { pick, randomFrom } from '../harness/random.ts'
import { sizeOf } from '../harness/rounds.ts'
import { useService } from '../harness/useService.ts'

const seed = Number(process.env.TABULARIUM_TEST_SEED ?? Math.floor(Math.random() * 2 ** 31))
const wanted = sizeOf({ inCi: 150, long: 10_000 })
const stage = useService({ releaseInterval: '10ms' })
const random = randomFrom(seed)

interface Page {
  readonly data: readonly { readonly id: number; readonly version: number; readonly operation: string }[]
  readonly next: string
  readonly more: boolean
}

/** Somebody who sees leads, and customers who are vip. */
async function makeReader(): Promise<Client> {
  const condition = {
    operator: 'or',
    criteria: [
      { fieldName: 'status', operator: '=', value: 'lead' },
      {
        operator: 'and',
        criteria: [
          { fieldName: 'status', operator: '=', value: 'customer' },
          { fieldName: 'vip', operator: '=', value: true },
        ],
      },
    ],
  }
  const role = await makeRole(stage.client, 'someContacts', [{ model: Contact, read: true, condition }])
  const { id } = await makeUser(stage.client, 'reader', [role])
  return clientOf(stage.service, stage.database, id, 1)
}

async function pageAfter(client: Client, after?: string): Promise<Page> {
  const from = after === undefined ? '' : `&after=${after}`
  const reply = await client.exchange('GET', `/ws/changes?models=${Contact}&limit=50${from}`)
  expect(reply.status, reply.text).toBe(200)
  return reply.json as unknown as Page
}

/** The changes after a token up to the last one that is expected. */
async function follow(client: Client, after: string, count: number): Promise<string[]> {
  const found: string[] = []
  let next = after
  await until(`${count} changes`, async () => {
    for (let more = true; more; ) {
      const page = await pageAfter(client, next)
      found.push(...page.data.map(({ id, version, operation }) => `${id} ${version} ${operation}`))
      ;({ next, more } = page)
    }
    return found.length >= count
  })
  return found
}

const statuses = ['lead', 'customer', 'former']
const values = () => ({ status: pick(random, statuses), vip: pick(random, [true, false, null]) })

/** The records that there are, with their versions and whether the reader sees them. */
const alive = new Map<number, { version: number; isSeen: boolean }>()

/** Writes something at random, and returns what the feed must show of it. */
async function change(reader: Client): Promise<string | undefined> {
  const known = [...alive.keys()]
  const kind = known.length < 5 ? 'create' : pick(random, ['create', 'update', 'update', 'update', 'delete'])
  const id = kind === 'create' ? undefined : pick(random, known)
  const before = id === undefined ? undefined : alive.get(id)
  if (id === undefined || before === undefined) {
    const made = recordOf(await stage.client.create(Contact, { firstName: 'F', lastName: 'L', ...values() }))
    return note(made.id, 0, undefined, await sees(reader, made.id))
  }
  const version = before.version + 1
  if (kind === 'delete') expect((await stage.client.delete(Contact, id, before.version)).status).toBe(200)
  else
    recordOf(
      await stage.client.update(Contact, id, { version: before.version, notes: `changed ${version}`, ...values() }),
    )
  if (kind !== 'delete') return note(id, version, before.isSeen, await sees(reader, id))
  alive.delete(id)
  return before.isSeen ? `${id} ${version} vanish` : undefined
}

async function sees(reader: Client, id: number): Promise<boolean> {
  return (await reader.read(Contact, id)).status === 200
}

function note(id: number, version: number, before: boolean | undefined, isSeen: boolean): string | undefined {
  alive.set(id, { version, isSeen })
  if (before === undefined) return isSeen ? `${id} ${version} create` : undefined
  if (isSeen) return `${id} ${version} ${before ? 'update' : 'appear'}`
  return before ? `${id} ${version} vanish` : undefined
}

describe(`the feed of somebody who sees some records (seed ${seed})`, () => {
  it(`agrees with what a read shows before and after each of ${wanted} random writes`, async () => {
    const reader = await makeReader()
    const { next } = await pageAfter(reader)
    const expected: string[] = []
    for (let n = 0; n < wanted; n++) {
      const shown = await change(reader)
      if (shown !== undefined) expected.push(shown)
    }
    expect(await follow(reader, next, expected.length)).toEqual(expected)
    for (const operation of ['create', 'update', 'appear', 'vanish'])
      expect(expected.filter((one) => one.endsWith(operation)).length, operation).toBeGreaterThan(wanted / 100)
    reader.close()
  })
})
