import { expect, it } from 'vitest'
import { evaluate } from '../../client/src/expression.ts'
import { ExpressionMistake } from '../src/expression/ExpressionMistake.ts'
import type { ExpressionTree } from '../src/expression/ExpressionTree.ts'
import { readExpression } from '../src/expression/readExpression.ts'
import { toSql, toStoredTime } from '../src/expression/toSql.ts'
import { literal, name, type Sql, sql } from '../src/sql/sql.ts'
import { pick, randomFrom } from './harness/random.ts'
import { expressionFields, RandomExpressions } from './harness/randomExpression.ts'
import { sizeOf } from './harness/rounds.ts'
import { useService } from './harness/useService.ts'

const stage = useService()
const seed = Number(process.env.TABULARIUM_TEST_SEED ?? Math.floor(Math.random() * 2 ** 31))
const random = randomFrom(seed)
const expressions = sizeOf({ inCi: 400, long: 4_000 })
const records = 50
const place = { timeZone: 'Pacific/Auckland', yearBegins: '04-01' }

type Row = Readonly<Record<string, unknown>>

const values: Readonly<Record<string, readonly unknown[]>> = {
  integer: [0, 1, -1, 3, 12, 29, 2024, 1_000_000, 9_007_199_254_740_991],
  decimal: ['0.00', '1.50', '-1.50', '0.01', '99.99', '1234567.89', '-0.05'],
  text: ['', 'a', 'Ada', ' b ', '😀', 'a-b', '12', '-0.5', 'Émile', 'x'.repeat(40)],
  boolean: [true, false],
  date: ['2024-02-29', '2026-01-31', '0001-01-01', '9999-12-31', '1970-01-01', '2026-03-31', '2026-04-01'],
  dateTime: ['2026-01-01T00:00:00.000Z', '2026-09-27T13:59:59.999Z', '2024-02-29T12:30:00.500Z'],
  list: [[], ['a'], ['a', '-'], ['a', '-', '😀b']],
  reference: [1, 2, 9_007_199_254_740_991],
}

const columnTypes: Readonly<Record<string, string>> = {
  integer: 'bigint',
  decimal: 'numeric',
  text: 'text',
  boolean: 'boolean',
  date: 'date',
  dateTime: 'timestamptz',
  list: 'text[]',
  reference: 'bigint',
}

/** A record with missing values and those at the ends of what is stored. */
function nextRecord(): Row {
  return Object.fromEntries(
    [...expressionFields].map(([field, { type }]) => [
      field,
      random() < 0.15 ? null : pick(random, values[type] ?? []),
    ]),
  )
}

function treeOf(text: string): ExpressionTree | undefined {
  try {
    return readExpression(text, {
      field: (field) => expressionFields.get(field) ?? 'is not there',
      variable: (variable) => (variable === '$today' ? { type: 'date' } : 'is not there'),
    }).tree
  } catch (error) {
    // Some are too long, or move a date beyond the calendar.
    if (error instanceof ExpressionMistake) return undefined
    throw error
  }
}

/** A value as the service would show it, as text. */
function shown(tree: ExpressionTree): Sql {
  const value = toSql(tree, {
    field: name,
    variable: name,
    timeZone: literal(place.timeZone),
    yearBegins: literal(place.yearBegins),
  })
  if (tree.type === 'date') return sql`to_char(${toStoredTime(value, 'date')}, 'YYYY-MM-DD')`
  if (tree.type !== 'dateTime') return sql`(${value})::text`
  return sql`to_char(${toStoredTime(value, 'dateTime')} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}

it(`${expressions} expressions × ${records} records: the client computes what PostgreSQL does (seed ${seed})`, {
  timeout: 1_800_000,
}, async () => {
  const rows = Array.from({ length: records }, nextRecord)
  const columns = [...expressionFields].map(([field, { type }]) => `"${field}" ${columnTypes[type]}`).join(', ')
  await stage.database.query(`create table evaluated (row int, ${columns})`)
  await stage.database.query('insert into evaluated select * from json_populate_recordset(null::evaluated, $1)', [
    JSON.stringify(rows.map((row, index) => ({ row: index, ...row }))),
  ])
  const source = new RandomExpressions(random)
  // What random ones found once, and may not find again for a long time.
  const known = ['has(marks, name)', 'not has(marks, code)']
  let [pairs, unknown] = [0, 0]
  const different: unknown[] = []
  for (let tried = 0; tried < expressions; ) {
    const text = known.pop() ?? source.next()
    const tree = treeOf(text)
    if (!tree) continue
    tried++
    const found = await stage.database.query<{ shown: string | null; today: string }>(
      `select ${shown(tree).toText()} as shown, (now() at time zone '${place.timeZone}')::date::text as today
       from evaluated order by row`,
    )
    const today = found[0]?.today
    for (const [index, row] of rows.entries()) {
      const value = evaluate(tree, { field: (field) => row[field], variable: () => today, ...place })
      pairs++
      if (value === undefined) unknown++
      else if ((value === null ? null : String(value)) !== found[index]?.shown)
        different.push({ text, row, sql: found[index]?.shown, client: value })
    }
  }
  console.info(`${pairs} pairs, ${unknown} unknown to the client`)
  expect(different.slice(0, 3)).toEqual([])
  expect(unknown).toBeLessThan(pairs / 4)
})
