import { expect, it } from 'vitest'
import { expression, model, text } from '../../src/index.ts'
import { Connection } from '../../src/postgres/Connection.ts'
import { applyMigration } from '../../src/schema/applyMigration.ts'
import { toModels } from '../harness/everyType.ts'
import { conditions, Loan, loanFields, Person, Thing } from '../harness/loans.ts'
import { sizeOf } from '../harness/rounds.ts'
import { useModels } from '../harness/useModels.ts'

const records = sizeOf({ inCi: 100_000, long: 1_000_000 })
/** How long the plan may take for a million records, in milliseconds. */
const longest = 10_000

const declare = (own: object, fields: object = {}) =>
  toModels([Thing, Person, model({ name: Loan.name, title: 'code', fields: { ...loanFields, ...fields }, ...own })])
const stage = useModels(declare({}))

/** Loans of a hundred days that follow each other, a hundred for each thing; one of them is out. */
async function fill(): Promise<void> {
  const audit = '0, now(), now()'
  await stage.database.query(`
    insert into record.loans_thing (id, version, created_on, updated_on, name)
    select id, ${audit}, 'Camera' from generate_series(1, ${records / 100}) as id`)
  await stage.database.query(`
    insert into record.loans_person (id, version, created_on, updated_on, name)
    select id, ${audit}, 'Ada' from generate_series(1, ${records / 2}) as id`)
  await stage.database.query(`
    insert into record.loans_loan (id, version, created_on, updated_on, code, thing, person, status, from_on, to_on)
    select id, ${audit}, 'C-' || id, id % ${records / 100} + 1, id % ${records / 2} + 1,
      case when id <= ${records / 100} then 'out' else 'reserved' end,
      date '2000-01-01' + (id / ${records / 100}) * 100, date '2000-01-01' + (id / ${records / 100}) * 100 + 90
    from generate_series(1, ${records}) as id`)
  await stage.database.query('analyze record.loans_loan')
}

it(`plans conditions over ${records} records in time, and applies them`, { timeout: 1_800_000 }, async () => {
  await fill()
  const next = declare(conditions, { shelf: text({ max: 60, fill: expression("concat('shelf of ', code)") }) })
  const begin = performance.now()
  const steps = await stage.plan(next)
  const took = performance.now() - begin
  console.log(`planned for ${records} records in ${(took / 1000).toFixed(1)} s`)
  expect(steps.flatMap(({ blocked }) => blocked ?? [])).toEqual([])
  expect(took).toBeLessThan(longest)
  const connection = await Connection.open(stage.database.url)
  try {
    await applyMigration(connection, next, {
      allowDataLoss: false,
      now: () => performance.now(),
      onStep: ({ state, step, duration }) => {
        if (state !== 'done') return
        console.log(
          `${(duration / 1000).toFixed(1)} s, ${Math.round(records / duration)} rows/ms: ${step.title} (${step.lock})`,
        )
      },
    })
  } finally {
    await connection.close()
  }
  expect(await stage.plan(next)).toEqual([])
})
