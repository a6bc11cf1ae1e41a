import { beforeAll, expect, it } from 'vitest'
import { examine } from '../src/command/doctor/examine.ts'
import { choice, collection, date, formula, integer, model, reference, rollup, text } from '../src/index.ts'
import { Connection } from '../src/postgres/Connection.ts'
import { recordsOf } from './harness/client.ts'
import { toModels } from './harness/everyType.ts'
import { useModels } from './harness/useModels.ts'

const [Crate, Part] = ['org.example.doctor.Crate', 'org.example.doctor.Part']
const models = toModels([
  model({
    name: Crate,
    title: 'code',
    fields: {
      code: text({ max: 20 }),
      status: choice(['open', 'shut'], { indexed: true }),
      parts: collection(Part, { by: 'crate' }),
      weight: rollup<number>('sum', 'parts.weight'),
      packedOn: date(),
      age: formula('daysBetween(packedOn, $today)', integer()),
    },
  }),
  model({ name: Part, title: 'weight', fields: { weight: integer(), crate: reference(Crate) } }),
])

const stage = useModels(models)

beforeAll(async () => {
  const { database } = stage
  await database.query(`insert into record.org_example_doctor_crate (id, version, created_on, updated_on, code, status)
    select n, 0, now(), now(), 'C' || n, case when n % 500 = 0 then 'open' else 'shut' end
    from generate_series(1, 2000) as n`)
  await database.query(`insert into record.org_example_doctor_part (id, version, created_on, updated_on, weight, crate)
    select n, 0, now(), now(), n % 7, n / 3 + 1 from generate_series(1, 5000) as n`)
  await database.query('vacuum analyze record.org_example_doctor_crate, record.org_example_doctor_part')
})

/** The searches that doctor finds, and its advice, in alphabetical order. */
async function findSearches(): Promise<object[]> {
  const connection = await Connection.open(stage.database.url)
  const options = { rows: 1_000, recount: false, fix: false }
  const { findings } = await examine((statement) => connection.query(statement), models, options)
  await connection.close()
  return findings
    .filter(({ check }) => check === 'searches')
    .map(({ check, what, advice }) => ({ check, what: what.split(': reads')[0] ?? '', advice }))
    .toSorted((a, b) => a.what.localeCompare(b.what))
}

it('searches, sorts and aggregates by a rollup: no index helps, and doctor says what does', async () => {
  const heavy = { fieldName: 'weight', operator: '>', value: 8 }
  const isOpen = { fieldName: 'status', operator: '=', value: 'open' }
  const ask = async (body: object, path = 'search') =>
    recordsOf(await stage.client.exchange('POST', `/ws/rest/${Crate}/${path}`, { body: { limit: 5, ...body } }))
  await ask({ sortBy: ['-weight'] })
  await ask({ data: { criteria: [heavy] } })
  await ask({ sum: ['weight'] }, 'aggregate')
  // Few crates are open, and an index finds them: there is nothing to advise.
  await ask({ data: { criteria: [isOpen, heavy] }, sortBy: ['-weight'] })
  // The service records its searches when it ends.
  await stage.serve(models)
  const advice =
    'No index can serve weight, a rollup that is computed for every record: add a criterion on an indexed field that ' +
    `few records meet, or keep the value in an indexed field of ${Crate} that your application writes together with ` +
    'parts, and use that field instead.'
  const narrow = expect.stringMatching(/^No index can serve this aggregate: /)
  expect(await findSearches()).toEqual([
    { check: 'searches', what: `${Crate} sorted by -weight`, advice: [advice] },
    { check: 'searches', what: `${Crate} where weight > …`, advice: [advice] },
    { check: 'searches', what: `${Crate}: sum of weight`, advice: [narrow, advice] },
  ])
})

it('says the same of a formula that is computed at read, and what to compare instead', async () => {
  const body = { data: { criteria: [{ fieldName: 'age', operator: '>', value: 30 }] }, limit: 5 }
  recordsOf(await stage.client.exchange('POST', `/ws/rest/${Crate}/search`, { body }))
  await stage.serve(models)
  const advice =
    'No index can serve age, a formula that is computed for every record: add a criterion on an indexed field that ' +
    'few records meet, or compare what it is computed from: packedOn.'
  expect(await findSearches()).toContainEqual({ check: 'searches', what: `${Crate} where age > …`, advice: [advice] })
})
