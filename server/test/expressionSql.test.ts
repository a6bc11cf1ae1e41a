import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Names } from '../src/expression/checkTypes.ts'
import { functions } from '../src/expression/functions/table.ts'
import { readExpression } from '../src/expression/readExpression.ts'
import type { SqlScope } from '../src/expression/SqlScope.ts'
import { toSql } from '../src/expression/toSql.ts'
import { model, text } from '../src/index.ts'
import { name, sql } from '../src/sql/sql.ts'
import { toModels } from './harness/everyType.ts'
import { expressionFields } from './harness/randomExpression.ts'
import { useModels } from './harness/useModels.ts'

const stage = useModels(toModels([model({ name: 'org.example.Any', title: 'name', fields: { name: text() } })]))

const names: Names = {
  field: (field) => (field === 'tags' ? { type: 'list' } : (expressionFields.get(field) ?? 'is unknown')),
  variable: (variable) => ({ type: variable === '$today' ? 'date' : 'dateTime' }),
}

const scope: SqlScope = {
  field: (field) => (field === 'tags' ? sql`array['new']` : name(field)),
  variable: name,
  timeZone: sql`'Pacific/Auckland'`,
  yearBegins: sql`'04-01'`,
}

/** Records with missing and extreme values. */
const records = sql`(values
  (3, 0, 2.50, 0.00, 'Física', '12.5', true, '2024-02-29'::date, '2026-01-31'::date, now(), now() - interval '1 day'),
  (0, 1, 0.00, -7.25, '', '😀', false, '0001-01-01', '9999-12-31', '0001-01-01Z', '9999-12-31T23:59:59Z'),
  (-9007199254740991, 1, 99999999999999.99, 1, 'a', 'b', null, '9999-12-31', '0001-01-01', '9999-12-31Z', null),
  (null, null, null, null, null, null, null, null, null, null, null)
) as records (quantity, count, price, rate, name, code, paid, "fromOn", "dueOn", begun, ended)`

async function valueOf(text: string): Promise<string | null | undefined> {
  const value = toSql(readExpression(text, names).tree, scope)
  const [row] = await stage.database.query<{ value: string | null }>(sql`select (${value})::text as value`.toText())
  return row?.value
}

describe('the functions of expressions', () => {
  it.each(functions)('$form: the example has the value that the table says', async ({ example: [text, value] }) => {
    expect(await valueOf(text)).toBe(value)
  })

  it('are all in the reference page, and no others', () => {
    const page = readFileSync(new URL('../../docs/reference/expressions.md', import.meta.url), 'utf8')
    const rows = functions.map(
      ({ form, note, example: [text, value] }) =>
        `| \`${form}\` | ${note} | \`${text}\` | ${value === null ? 'no value' : `\`${value || ' '}\``} |`,
    )
    expect(page.split('\n').filter((line) => line.startsWith('| `'))).toEqual(rows)
  })
})

describe('the SQL of an expression', () => {
  it.each(['date(2026, 1, 99999999999)', 'left(name, 99999999999)', 'dueOn + days(99999999999)', 'mod(1, 0)', '1 / 0'])(
    'computes %s, whose constants PostgreSQL evaluates when it plans',
    async (text) => {
      const query = sql`select (${toSql(readExpression(text, names).tree, scope)})::text from ${records}`.toText()
      expect(await stage.database.query(query)).toHaveLength(4)
    },
  )
})
