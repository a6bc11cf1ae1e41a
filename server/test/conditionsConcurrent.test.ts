import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requireAt } from '../src/failure/invariant.ts'
import { saveMany } from './harness/actions.ts'
import { type Client, recordOf, recordsOf, type RecordJson, type Reply } from './harness/client.ts'
import { model } from '../src/index.ts'
import { toModels } from './harness/everyType.ts'
import { conditions, Loan, loanFields, Person, Thing } from './harness/loans.ts'
import { sizeOf } from './harness/rounds.ts'
import { loggedIn, startService, type TestService } from './harness/service.ts'
import { useModels } from './harness/useModels.ts'

/** Five loans a person: some of the clients are within the limit. */
const atMost = conditions.atMost.map((one) => ({ ...one, count: 5 }))
const Lent = model({ name: Loan.name, title: 'code', fields: loanFields, ...conditions, atMost })
const loans = toModels([Thing, Person, Lent])
const stage = useModels(loans)
const clients = 20
const rounds = sizeOf({ inCi: 8, long: 50 })
let other: { service: TestService; client: Client }
let made = 0

beforeAll(async () => {
  const service = await startService(stage.database.url, {}, loans)
  other = { service, client: await loggedIn(service, clients) }
})

afterAll(async () => {
  other.client.close()
  await other.service.stop()
})

/** A client of one of the two services, by turns. */
const clientOf = (index: number) => (index % 2 === 0 ? stage.client : other.client)
const things = async (count: number) =>
  recordsOf(
    await saveMany(
      stage.client,
      Thing,
      Array.from({ length: count }, () => ({ name: 'Camera' })),
    ),
  )
const row = (thing: RecordJson, more: object) => ({
  code: `C-${++made}`,
  thing: { id: thing.id },
  fromOn: '2031-01-01',
  toOn: '2031-01-10',
  ...more,
})

/** All clients send at once; the answers by code. */
async function atOnce(send: (client: Client, index: number) => Promise<Reply>): Promise<Record<string, number>> {
  const replies = await Promise.all(Array.from({ length: clients }, (_, index) => send(clientOf(index), index)))
  const codes = replies.map(({ status, json }) => (status === 200 ? 'ok' : (json?.data as { code: string }).code))
  return Object.fromEntries([...Map.groupBy(codes, (code) => code)].map(([code, all]) => [code, all.length]))
}

describe('conditions over records, with 20 clients of two services at once', () => {
  it('one of all who want the same period at once gets it', async () => {
    for (const thing of await things(rounds)) {
      const found = await atOnce((client) => client.create(Loan.name, row(thing, {})))
      expect(found).toEqual({ ok: 1, overlaps: clients - 1 })
    }
  })

  it('one of all who want to be the only one among some gets it', async () => {
    for (const thing of await things(rounds)) {
      const day = (index: number) => ({ fromOn: `2031-03-${index + 10}`, toOn: `2031-03-${index + 10}`, status: 'out' })
      const found = await atOnce((client, index) => client.create(Loan.name, row(thing, day(index))))
      expect(found).toEqual({ ok: 1, 'not-unique': clients - 1 })
    }
  })

  it('no more records than allowed, whoever comes first', async () => {
    for (let round = 0; round < rounds; round++) {
      const person = recordOf(await stage.client.create(Person.name, { name: 'Ada' }))
      const each = await things(clients)
      const found = await atOnce((client, index) =>
        client.create(Loan.name, row(requireAt(each, index), { person: { id: person.id } })),
      )
      expect(found).toEqual({ ok: 5, 'limit-reached': clients - 5 })
    }
  })

  it('updates into a period, and out of it, leave one', async () => {
    for (const thing of await things(rounds)) {
      const own = await things(clients)
      const others = recordsOf(
        await saveMany(
          stage.client,
          Loan,
          own.map((one) => row(one, {})),
        ),
      )
      const found = await atOnce((client, index) => {
        const { id } = requireAt(others, index)
        return client.update(Loan.name, id, { version: 0, thing: { id: thing.id } })
      })
      expect(found).toEqual({ ok: 1, overlaps: clients - 1 })
    }
  })

  it('bulk calls with the same keys in opposite orders are all answered, without a deadlock', async () => {
    const size = sizeOf({ inCi: 100, long: 1_000 })
    for (let round = 0; round < Math.ceil(rounds / 8); round++) {
      const each = await things(size)
      const people = recordsOf(
        await saveMany(
          stage.client,
          Person,
          each.map(() => ({ name: 'Ada' })),
        ),
      )
      const rows = each.map((thing, index) => row(thing, { person: { id: requireAt(people, index).id } }))
      const again = rows.map((one, index) => ({ ...one, code: `${one.code}-${index}` })).toReversed()
      const replies = await Promise.all([saveMany(stage.client, Loan, rows), saveMany(other.client, Loan, again)])
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    }
  })

  it('leave the counters equal to the records', async () => {
    const [{ wrong } = { wrong: '' }] = await stage.database.query<{ wrong: string }>(`
      select count(*) as wrong
      from (select person, count(*) as records from record.loans_loan
        where status in ('reserved', 'out') and person is not null group by person) as counted
      full join (select (key::jsonb ->> 0)::bigint as person, records from tabularium.tallies
        where records > 0) as tallied
        using (person)
      where counted.records is distinct from tallied.records`)
    expect(Number(wrong)).toBe(0)
  })
})
