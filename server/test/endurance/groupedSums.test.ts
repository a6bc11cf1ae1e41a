import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recordsOf } from '../harness/client.ts'
import { Company, Contact } from '../harness/contract.ts'
import { sizeOf } from '../harness/rounds.ts'
import { useService } from '../harness/useService.ts'

const stage = useService({ aggregateTimeout: '60s', requestTimeout: '90s' })
const many = sizeOf({ inCi: 20_000, long: 1_000_000 })
const companies = 40
const [contacts, table] = ['record.com_example_contacts_contact', 'record.com_example_contacts_company']
let database: pg.Client

beforeAll(async () => {
  for (let n = 1; n <= companies; n++) await stage.client.create(Company, { name: `Company ${n}` })
  database = new pg.Client({ connectionString: stage.database.url })
  await database.connect()
  // Amounts with cents that no binary fraction has, some of them negative, and every seventh missing.
  await database.query(`insert into ${contacts}
      (id, version, created_on, updated_on, first_name, last_name, status, credit, birth_date, company)
    select n + 100, 0, now(), now(), 'Ada', 'Example ' || n,
      (array['lead', 'customer', 'former', null])[n % 4 + 1],
      case when n % 7 > 0 then (n % 9973 - 2000) * 0.13 end,
      case when n % 5 > 0 then date '1950-01-01' + (n % 20000)::int end,
      case when n % 3 > 0 then (select min(id) from ${table}) + n % ${companies} end
    from generate_series(1, ${many}) as n`)
  await database.query(`vacuum (analyze) ${contacts}`)
}, 300_000)
afterAll(() => database.end())

interface Group {
  readonly group: unknown
  readonly figures: readonly unknown[]
}

const sorted = (groups: readonly Group[]) =>
  groups.map((group) => JSON.stringify(group)).sort((one, other) => (one < other ? -1 : 1))

/** What the console asks for the heads of groups, and for the figures below a list. */
async function asked(groupBy: readonly unknown[], data: unknown): Promise<Group[]> {
  const figures = {
    count: true,
    filled: ['credit'],
    sum: ['credit'],
    avg: ['credit'],
    min: ['credit'],
    max: ['credit'],
  }
  const body = { groupBy, ...figures, data, limit: 1_000 }
  const found = recordsOf(await stage.client.exchange('POST', `/ws/rest/${Contact}/aggregate`, { body }))
  return (found as unknown as Record<string, Record<string, unknown>>[]).map(
    ({ group = {}, count, filled, sum, avg, min, max }) => {
      const [value = null] = Object.values(group)
      const key = typeof value === 'object' && value !== null && 'id' in value ? value.id : value
      const of = [filled, sum, avg, min, max].map((figure) => figure?.['credit'] ?? null)
      return { group: groupBy.length === 0 ? 'all' : key, figures: [count, ...of] }
    },
  )
}

/** The same in SQL that has nothing of the service. */
async function inSql(key: string, condition: string): Promise<Group[]> {
  const { rows } = await database.query<Group>(`
    select ${key} as "group", json_build_array(
      count(*), count(credit), coalesce(sum(credit), 0.00)::text, round(avg(credit), 6)::text, min(credit)::text,
      max(credit)::text
    ) as figures
    from ${contacts} where ${condition} group by ${key}`)
  return rows
}

const groupings = [
  ['a choice', ['status'], 'status'],
  ['a reference', ['company'], 'company::int'],
  ['the month of a date', [{ fieldName: 'birthDate', by: 'month' }], "to_char(birth_date, 'YYYY-MM')"],
  ['nothing', [], "'all'::text"],
] as const

const conditions = [
  ['all', null, 'true'],
  [
    'what a filter in groups finds',
    {
      operator: 'or',
      criteria: [
        { fieldName: 'status', operator: '=', value: 'lead' },
        { operator: 'not', criteria: [{ fieldName: 'credit', operator: '<', value: '100.01' }] },
      ],
    },
    "status = 'lead' or not (credit < 100.01)",
  ],
] as const

describe.each(conditions)(`of ${many} records, of %s`, (_, data, condition) => {
  it.each(groupings)(
    'the figures by %s are those of SQL, to the last digit',
    async (_by, groupBy, key) => {
      const [given, expected] = [await asked(groupBy, data), await inSql(key, condition)]
      expect(expected.length).toBeGreaterThan(groupBy.length === 0 ? 0 : 3)
      expect(sorted(given)).toEqual(sorted(expected))
    },
    120_000,
  )
})
