import { join, type Sql, sql, trusted } from '../../sql/sql.ts'
import type { ValueType } from '../ExpressionTree.ts'
import type { ExpressionFunction } from '../ExpressionFunction.ts'

/** The greatest position and length that are passed on to PostgreSQL; texts are shorter or cut by nobody. */
const maxPosition = 1_000_000

/** A whole number in a range, as `int`. Not by `least` and `greatest`, which make a number of a missing one. */
export function clamped(number: Sql, from: number, to: number): Sql {
  const [least, most] = [trusted(String(from)), trusted(String(to))]
  const above = sql`when ${number} > ${most} then ${most}`
  return sql`(case when ${number} < ${least} then ${least} ${above} else ${number} end)::int`
}

/** A value as text, by forms that do not depend on a setting of PostgreSQL. */
function textSql(value: Sql, type: ValueType): Sql {
  if (type === 'date') return dayText(value)
  return type === 'integer' || type === 'decimal' ? sql`(${value})::text` : value
}

function dayText(day: Sql): Sql {
  const part = (name: string) => sql`extract(${trusted(name)} from ${day})::text`
  const year = sql`lpad(substring(${part('year')}, '^[0-9]{1,4}$'), 4, '0')`
  return sql`(${year} || '-' || lpad(${part('month')}, 2, '0') || '-' || lpad(${part('day')}, 2, '0'))`
}

export const textFunctions: readonly ExpressionFunction[] = [
  {
    name: 'length',
    form: 'length(t)',
    takes: ['textOrList'],
    gives: 'integer',
    toSql: ([of], call) =>
      call.of[0]?.type === 'list' ? sql`cardinality(${of})::numeric` : sql`char_length(${of})::numeric`,
    example: ["length('😀!')", '2'],
    note: 'The characters of a text, or the values of a multiple choice.',
  },
  {
    name: 'lower',
    form: 'lower(t)',
    takes: ['text'],
    gives: 'text',
    toSql: ([of]) => sql`lower(${of})`,
    example: ["lower('ABC')", 'abc'],
    note: 'In small letters.',
  },
  {
    name: 'upper',
    form: 'upper(t)',
    takes: ['text'],
    gives: 'text',
    toSql: ([of]) => sql`upper(${of})`,
    example: ["upper('abc')", 'ABC'],
    note: 'In capital letters.',
  },
  {
    name: 'trim',
    form: 'trim(t)',
    takes: ['text'],
    gives: 'text',
    toSql: ([of]) => sql`btrim(${of}, E' \\t\\n\\r')`,
    example: ["trim('  a b ')", 'a b'],
    note: 'Without spaces, tabs and line breaks at both ends.',
  },
  {
    name: 'fold',
    form: 'fold(t)',
    takes: ['text'],
    gives: 'text',
    toSql: ([of]) => sql`lower(tabularium.unaccented(${of}))`,
    example: ["fold('Física')", 'fisica'],
    note: 'In small letters without accents, as `search` compares texts.',
  },
  {
    name: 'concat',
    form: 'concat(a, …)',
    takes: ['printable'],
    repeats: true,
    gives: 'text',
    toSql: (of, call) => {
      const texts = of.map((value, index) => sql`coalesce(${textSql(value, call.of[index]?.type ?? 'text')}, '')`)
      return sql`(${join(texts, ' || ')})`
    },
    example: ["concat('a', null, 1.50)", 'a1.50'],
    note: 'Texts, numbers and dates one after the other. A missing one is empty.',
  },
  {
    name: 'left',
    form: 'left(t, n)',
    takes: ['text', 'integer'],
    gives: 'text',
    toSql: ([of = sql``, n = sql``]) => sql`left(${of}, ${clamped(n, 0, maxPosition)})`,
    example: ["left('abc', 2)", 'ab'],
    note: 'The first n characters; none if n is less than 1.',
  },
  {
    name: 'right',
    form: 'right(t, n)',
    takes: ['text', 'integer'],
    gives: 'text',
    toSql: ([of = sql``, n = sql``]) => sql`right(${of}, ${clamped(n, 0, maxPosition)})`,
    example: ["right('abc', -1)", ''],
    note: 'The last n characters; none if n is less than 1.',
  },
  {
    name: 'substring',
    form: 'substring(t, from, n)',
    takes: ['text', 'integer', 'integer'],
    gives: 'text',
    toSql: ([of = sql``, from = sql``, n = sql``]) =>
      sql`substr(${of}, ${clamped(from, -maxPosition, maxPosition)}, ${clamped(n, 0, maxPosition)})`,
    example: ["substring('abcd', 2, 2)", 'bc'],
    note: 'The n characters from a position on, which is counted from 1.',
  },
  {
    name: 'position',
    form: 'position(t, u)',
    takes: ['text', 'text'],
    gives: 'integer',
    toSql: ([of, part]) => sql`strpos(${of}, ${part})::numeric`,
    example: ["position('a-b', '-')", '2'],
    note: 'Where u begins in t, counted from 1; 0 if it is not in it.',
  },
  {
    name: 'contains',
    form: 'contains(t, u)',
    takes: ['text', 'text'],
    gives: 'boolean',
    toSql: ([of, part]) => sql`(strpos(${of}, ${part}) > 0)`,
    example: ["contains('abc', 'b')", 'true'],
    note: 'Whether u is in t, with the same capitals.',
  },
  {
    name: 'startsWith',
    form: 'startsWith(t, u)',
    takes: ['text', 'text'],
    gives: 'boolean',
    toSql: ([of, part]) => sql`starts_with(${of}, ${part})`,
    example: ["startsWith('abc', 'ab')", 'true'],
    note: 'Whether t begins with u.',
  },
  {
    name: 'text',
    form: 'text(x)',
    takes: ['numberOrDate'],
    gives: 'text',
    toSql: ([of = sql``], call) => textSql(of, call.of[0]?.type ?? 'text'),
    example: ['text(date(2026, 4, 1))', '2026-04-01'],
    note: 'A number or a date as text.',
  },
  {
    name: 'number',
    form: 'number(t)',
    takes: ['text'],
    gives: 'decimal',
    toSql: ([of]) => sql`substring(${of}, '^-?[0-9]{1,15}(?:[.][0-9]{1,15})?$')::numeric`,
    example: ["number('12 kg')", null],
    note: 'A text such as 12 or -0.5 as a number; no value if it is none.',
  },
  {
    name: 'has',
    form: "has(list, 'x')",
    takes: ['list', 'text'],
    gives: 'boolean',
    toSql: ([list, value]) => sql`(${value} = any(${list}))`,
    example: ["has(tags, 'new')", 'true'],
    note: 'Whether a multiple choice has the value. One without values has none.',
  },
]
