import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withBuiltIn } from '../src/model/builtIn/builtInModels.ts'
import { model } from '../src/model/declare.ts'
import { decimal } from '../src/model/field/decimal.ts'
import { reference } from '../src/model/field/reference.ts'
import { rollup } from '../src/model/field/rollup.ts'
import { text } from '../src/model/field/text.ts'
import { collection } from '../src/model/relation/collection.ts'
import { toModel } from '../src/model/toModel.ts'
import { PageTokens } from '../src/plan/pageToken.ts'
import { planSearch } from '../src/plan/search.ts'
import { Rights } from '../src/permission/Rights.ts'
import type { Rule } from '../src/permission/Rule.ts'
import { searchStatement } from '../src/statement/search.ts'
import { search } from './harness/actions.ts'
import { authCheckOf, credential } from './harness/authorizations.ts'
import type { Client } from './harness/client.ts'
import { clientOf, makeRole, makeUser } from './harness/people.ts'
import { timed } from './harness/timed.ts'
import { useModels } from './harness/useModels.ts'

const Customer = model({
  name: 'org.example.Customer',
  title: 'code',
  list: ['code', 'total'],
  fields: {
    code: text({ required: true, unique: true }),
    region: text(),
    deals: collection('org.example.Deal', { by: 'customer' }),
    total: rollup<string>('sum', 'deals.amount'),
  },
})
const Deal = model({
  name: 'org.example.Deal',
  title: 'number',
  list: ['number', 'customer'],
  fields: {
    number: text(),
    customer: reference(Customer),
    amount: decimal({ precision: 12, scale: 2 }),
    note: text(),
    state: text(),
  },
})
const models = withBuiltIn([Customer, Deal].map(toModel))

const ofNorth = { fieldName: 'customer.region', operator: '=', value: 'north' }
const isOpen = { fieldName: 'state', operator: '=', value: 'open' }
const shown = ['number', 'customer', 'amount', 'state']
const all = { model: Customer.name, read: true }
/** Roles that read deals by two rules with different fields. */
const roles = {
  /** The second rule shows more of some records that the first one shows. */
  clerk: [
    all,
    { model: Deal.name, read: true, readFields: shown, condition: ofNorth },
    {
      model: Deal.name,
      read: true,
      readFields: ['note'],
      condition: { operator: 'and', criteria: [ofNorth, isOpen] },
    },
  ],
  /** The second rule shows other records, without their customer. */
  auditor: [
    all,
    { model: Deal.name, read: true, readFields: shown, condition: ofNorth },
    { model: Deal.name, read: true, readFields: ['number', 'note', 'state'], condition: isOpen },
  ],
}

const customers = 500
const deals = 20_000
/** Searches that follow the reference from either side. */
const searches = [
  { by: 'rollups', model: Customer, body: { limit: 40 } },
  { by: 'collections', model: Customer, body: { limit: 20, fields: ['deals.number'] } },
  {
    by: 'criteria over a collection',
    model: Customer,
    body: {
      limit: 20,
      data: {
        operator: 'and',
        criteria: [
          { fieldName: 'id', operator: '<', value: 20 },
          { fieldName: 'deals.amount', operator: '=', value: '7' },
        ],
      },
    },
  },
  { by: 'the reference', model: Deal, body: { data: { fieldName: 'customer', operator: '=', value: 7 } } },
  { by: 'a field behind it', model: Deal, body: { data: { fieldName: 'customer.code', operator: '=', value: 'C7' } } },
]

const stage = useModels(models)
const users = new Map<string, Client>()

beforeAll(async () => {
  const { database, client, service } = stage
  await database.query(`insert into record.org_example_customer (id, version, created_on, updated_on, code, region)
    select n, 0, now(), now(), 'C' || n, case n % 2 when 0 then 'south' else 'north' end
    from generate_series(1, ${customers}) as n`)
  await database.query(`insert into record.org_example_deal
      (id, version, created_on, updated_on, number, customer, amount, note, state)
    select n, 0, now(), now(), 'D' || n, n % ${customers} + 1, n % 100, 'note ' || n,
      case n % 3 when 0 then 'open' else 'won' end
    from generate_series(1, ${deals}) as n`)
  await database.query('analyze')
  for (const [name, rules] of Object.entries(roles)) {
    const { id } = await makeUser(client, name, [await makeRole(client, name, rules)])
    users.set(name, await clientOf(service, database, id))
  }
})

afterAll(() => {
  for (const client of users.values()) client.close()
})

function rightsOf(rules: readonly object[]): Rights {
  const none = { id: null, role: null, condition: null, readFields: null, writeFields: null }
  const forbidden = { create: false, update: false, delete: false }
  return new Rights(
    ' partial',
    rules.map((rule) => ({ ...none, ...forbidden, ...rule }) as Rule),
    false,
    models,
  )
}

/** The plan of PostgreSQL for a search with these rules. */
async function explain({ model: { name }, body }: (typeof searches)[number], rules: readonly object[]) {
  const { data: criteria, ...asked } = { data: undefined, ...body }
  const request = { offset: 0, limit: 40, total: false, criteria, ...asked }
  const authorization = { userId: 7777, rights: rightsOf(rules), credential }
  const tokens = new PageTokens(new Uint8Array(32), 0)
  const plan = planSearch(request, models.get(name), authorization, { tokens })
  const { text: statement, values } = searchStatement.toSql([plan], models, authCheckOf(1)).toQuery()
  const rows = await stage.database.query<{ 'QUERY PLAN': string }>(`explain ${statement}`, values)
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

describe.each(Object.entries(roles))(
  'a role that sees a reference by rules with different fields: %s',
  (name, rules) => {
    it.each(searches)('searches by $by with the index of the reference', async (asked) => {
      const plan = await explain(asked, rules)
      expect(plan).toMatch(/Index (Only )?Scan .*on org_example_deal|Bitmap Index Scan on org_example_deal/)
      expect(plan).not.toContain('Seq Scan on org_example_deal')
    })

    it.each(searches)('searches by $by about as fast as an administrator', timed, async ({ model: asked, body }) => {
      const client = users.get(name)
      if (!client) throw new Error(`There is no client of ${name}.`)
      const whole = await fastest(() => search(stage.client, asked, { ...body, total: false }))
      const partial = await fastest(() => search(client, asked, { ...body, total: false }))
      expect(partial / Math.max(whole, 10)).toBeLessThanOrEqual(3)
    })
  },
)

/** The milliseconds of the fastest of some calls, after one that warms up. */
async function fastest(call: () => Promise<{ status: number }>): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < 6; round++) {
    const start = performance.now()
    expect((await call()).status).toBe(200)
    times.push(performance.now() - start)
  }
  return Math.min(...times.slice(1))
}
