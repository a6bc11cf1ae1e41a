import { parseArgs } from 'node:util'
import pg from 'pg'
import { loadModels } from '../src/model/loadModels.ts'
import { serviceAuthorization } from '../src/permission/Authorization.ts'
import { PageTokens } from '../src/plan/pageToken.ts'
import { planSearch } from '../src/plan/search.ts'
import type { SearchPlan } from '../src/plan/SearchPlan.ts'
import { openAuthCheck } from '../src/statement/authorization/authCheck.ts'
import { searchStatement } from '../src/statement/search.ts'
import { Cluster } from '../test/harness/Cluster.ts'
import { contactsFolder, runTabularium } from '../test/harness/commandLine.ts'
import { median, parseSize, showSize } from './figures.ts'
import { fillQuickly } from './fillQuickly.ts'

const tokens = new PageTokens(new Uint8Array(32))

// Compares a page deep in a table, by its page token, with the first page: `npm run bench:pages`, with --size 10M
// --page 100000 --rounds 15. It sorts by id, and by orders with an index: of required fields, in mixed directions, and
// of an optional field. It starts its own PostgreSQL.

const { values: flags } = parseArgs({
  options: {
    size: { type: 'string', default: '10M' },
    page: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '15' },
  },
})
const size = parseSize(flags.size)
const limit = 20
const table = 'record.com_example_contacts_contact'
const target = 1.5
const asks = 40

/** The orders, and the same orders by columns, whose values are in a page token. */
const orders = [
  { sortBy: [], columns: ['id'] },
  { sortBy: ['lastName', 'firstName'], columns: ['last_name', 'first_name', 'id'] },
  { sortBy: ['-createdOn'], columns: ['created_on desc', 'id'] },
  { sortBy: ['birthDate'], columns: ['birth_date', 'id'] },
]

const cluster = await Cluster.start({ durable: true })
const url = cluster.urlOf('postgres')
const models = await loadModels(contactsFolder)
await runTabularium(['migrate', 'apply', '--models', contactsFolder], { DATABASE_URL: url })
const connection = new pg.Client({ connectionString: url, options: '-c plan_cache_mode=force_generic_plan -c jit=off' })
await connection.connect()
try {
  console.error(`filling a table with ${showSize(size)} records …`)
  await fill()
  let reached = true
  for (const { sortBy, columns } of orders) reached = (await compare(sortBy, columns)) && reached
  process.exitCode = reached ? 0 : 1
} finally {
  await connection.end()
  await cluster.stop()
}

/** Adds an index that a model would declare as `indexes: [['birthDate']]`. Every tenth record has no birth date. */
async function fill(): Promise<void> {
  const insert = `insert into ${table} (id, version, created_on, updated_on, first_name, last_name, birth_date)
    select n, 0, now() - n / 3 * interval '1 second', now(), 'First' || n, 'Last' || n % 1000,
      case when n % 10 > 0 then date '1950-01-01' + n % 20000 end
    from generate_series(1, ${size}) as n`
  await fillQuickly(connection, table, insert, { withTextSearch: false })
  await connection.query(`create index on ${table} (birth_date, id)`)
  await connection.query(`vacuum (analyze) ${table}`)
}

/** Measures both pages by turns in every round, and compares the ratio of their medians with the target. */
async function compare(sortBy: readonly string[], columns: readonly string[]): Promise<boolean> {
  const request = { offset: 0, limit, sortBy, total: false }
  const first = planSearch(request, models.get('com.example.contacts.Contact'), serviceAuthorization(models), {
    tokens,
  })
  const skipped = Math.min((Number(flags.page) - 1) * limit, size - limit)
  const keys = columns.map((column) => column.replace(' desc', ''))
  const { rows } = await connection.query<Record<string, string>>(
    `select ${keys.map((key) => `${key}::text`).join()} from ${table}
      order by ${columns.join()} offset ${skipped - 1} limit 1`,
  )
  const deep: SearchPlan = { ...first, after: keys.map((key) => String(rows[0]?.[key])) }
  const times = { first: [] as number[], deep: [] as number[] }
  for (let round = 0; round <= Number(flags.rounds); round++)
    for (const [which, plan] of [
      ['first', first],
      ['deep', deep],
    ] as const) {
      const figure = await timeOften(plan)
      if (round > 0) times[which].push(figure)
    }
  const [near, far] = [median(times.first), median(times.deep)]
  const order = sortBy.length === 0 ? 'id' : sortBy.join(', ')
  console.log(
    `sorted by ${order}: page 1 ${near.toFixed(3)} ms, page ${flags.page} ${far.toFixed(3)} ms, ` +
      `${(far / near).toFixed(2)} times (target ${target})`,
  )
  return far / near <= target
}

async function timeOften(plan: SearchPlan): Promise<number> {
  const { text, values } = searchStatement.toSql([plan], models, openAuthCheck).toQuery()
  const name = `${plan.after ? 'deep' : 'first'} ${plan.sort.map(({ path }) => path.field.name).join()}`
  const figures: number[] = []
  for (let n = 0; n < asks; n++) {
    const start = performance.now()
    await connection.query({ name, text, values })
    figures.push(performance.now() - start)
  }
  return median(figures)
}
