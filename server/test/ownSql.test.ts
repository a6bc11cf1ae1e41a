import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { model } from '../src/model/declare.ts'
import { date } from '../src/model/field/date.ts'
import { reference } from '../src/model/field/reference.ts'
import { text } from '../src/model/field/text.ts'
import { recordOf } from './harness/client.ts'
import { refusal, shown } from './harness/contract.ts'
import { toModels } from './harness/everyType.ts'
import { useModels } from './harness/useModels.ts'
import { useSecondService } from './harness/useSecondService.ts'

// The SQL of docs/how-to/models/sql-of-your-own.md for periods that must not overlap, as it stands there.

const Equipment = model({ name: 'com.example.desk.Equipment', title: 'name', fields: { name: text() } })
const Loan = model({
  name: 'com.example.desk.Loan',
  title: 'borrower',
  fields: {
    equipment: reference(Equipment, { required: true }),
    borrower: text({ required: true }),
    fromOn: date({ required: true }),
    dueOn: date({ required: true }),
  },
  checks: [
    {
      name: 'dueLater',
      fields: ['dueOn'],
      holds: { fieldName: 'dueOn', operator: '>=', value: '$record.fromOn' },
      message: 'must not be before the first day',
    },
  ],
})

const [clients, rounds] = [20, 10]
const stage = useModels(toModels([Equipment, Loan]))
const second = useSecondService(stage, toModels([Equipment, Loan]), clients)

/** The SQL of a section of the page. */
function sqlOf(heading: string): string {
  const page = readFileSync(new URL('../../docs/how-to/models/sql-of-your-own.md', import.meta.url), 'utf8')
  const [, section = ''] = page.split(`## ${heading}\n`)
  const [own = ''] = section.split('\n## ')
  return Array.from(own.matchAll(/```sql\n(.*?)```/gs), ([, code]) => code).join('\n')
}

beforeAll(async () => {
  const sql = sqlOf('Periods that must not overlap')
  expect(sql).toContain('exclude using gist')
  await stage.database.query(sql)
})

const overlaps = refusal('not-unique')

function lend(index: number, equipment: number, days: object) {
  const { client } = index % 2 === 0 ? stage : second
  return client.create(Loan.name, { equipment: { id: equipment }, borrower: `borrower ${index}`, ...days })
}

describe('loans of one thing', () => {
  it(`${clients} clients of two services want the same days: one gets them, in each of ${rounds} rounds`, async () => {
    let slowest = 0
    for (let round = 0; round < rounds; round++) {
      const { id } = recordOf(await stage.client.create(Equipment.name, { name: `camera ${round}` }))
      const start = performance.now()
      const replies = await Promise.all(
        Array.from({ length: clients }, (_, index) => lend(index, id, { fromOn: '2026-03-02', dueOn: '2026-03-06' })),
      )
      slowest = Math.max(slowest, performance.now() - start)
      const refused = replies.filter(({ status }) => status !== 200)
      expect(refused.map(shown)).toEqual(Array(clients - 1).fill(overlaps))
    }
    await stage.database.query('select pg_stat_force_next_flush()')
    const [row] = await stage.database.query<{ deadlocks: number }>(
      'select deadlocks::int from pg_stat_database where datname = current_database()',
    )
    console.info(`slowest round ${Math.round(slowest)} ms`)
    expect(row?.deadlocks).toBe(0)
  })

  it('a change of the days is refused as well, and days that only touch others are not', async () => {
    const { id } = recordOf(await stage.client.create(Equipment.name, { name: 'tripod' }))
    const first = recordOf(await lend(0, id, { fromOn: '2026-03-02', dueOn: '2026-03-06' }))
    const next = recordOf(await lend(1, id, { fromOn: '2026-03-07', dueOn: '2026-03-09' }))
    const change = { version: next.version, fromOn: '2026-03-06' }
    expect(shown(await stage.client.update(Loan.name, next.id, change))).toEqual(overlaps)
    const shorter = await stage.client.update(Loan.name, first.id, { version: first.version, dueOn: '2026-03-05' })
    expect(shorter.status).toBe(200)
    expect((await stage.client.update(Loan.name, next.id, change)).status).toBe(200)
  })

  it('dates in the wrong order are refused by the check', async () => {
    const { id } = recordOf(await stage.client.create(Equipment.name, { name: 'lamp' }))
    const reply = await lend(0, id, { fromOn: '2026-03-06', dueOn: '2026-03-02' })
    const message = 'must not be before the first day'
    expect([reply.status, reply.json?.errors]).toEqual([400, { dueOn: expect.stringContaining(message) }])
  })
})
