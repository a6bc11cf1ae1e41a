import { join, type Sql, sql, trusted } from '../../sql/sql.ts'
import type { CallTree } from '../ExpressionTree.ts'
import type { ExpressionFunction } from '../ExpressionFunction.ts'

const number = { takes: ['number', 'number'], gives: 'number', operator: true } as const
const comparison = { takes: ['same', 'same'], gives: 'boolean', operator: true } as const
const condition = { takes: ['boolean', 'boolean'], gives: 'boolean', operator: true, repeats: true } as const

function infix(sign: string): (of: readonly Sql[]) => Sql {
  return (of) => sql`(${join(of, ` ${sign} `)})`
}

/** Numbers are added; a duration is added to a date or dateTime, which `checkTypes` permits in addition to `takes`. */
function moved(sign: '+' | '-'): (of: readonly Sql[], call: CallTree) => Sql {
  return (of, { type }) => {
    const [time = sql``, distance = sql``] = of
    if (type === 'date') return sql`(${time} ${trusted(sign)} ${distance})::date`
    if (type !== 'dateTime') return infix(sign)(of)
    return sql`((${time} at time zone 'UTC' ${trusted(sign)} ${distance}) at time zone 'UTC')`
  }
}

export const operators: readonly ExpressionFunction[] = [
  {
    ...number,
    name: '+',
    form: 'a + b',
    toSql: moved('+'),
    example: ['date(2026, 1, 31) + 1m', '2026-02-28'],
    note: 'Adds numbers, or a duration to a date (`d w m y`) or to a dateTime (`min h`).',
  },
  {
    ...number,
    name: '-',
    form: 'a - b',
    toSql: moved('-'),
    example: ['7 - 2.5', '4.5'],
    note: 'Subtracts numbers, or a duration from a date or dateTime.',
  },
  { ...number, name: '*', form: 'a * b', toSql: infix('*'), example: ['3 * 0.5', '1.5'], note: 'Multiplies.' },
  {
    ...number,
    name: '/',
    form: 'a / b',
    gives: 'decimal',
    toSql: ([left, right]) => sql`(${left} / nullif(${right}, 0))`,
    example: ['1 / 0', null],
    note: 'Divides. A division by zero has no value.',
  },
  {
    ...number,
    name: 'negative',
    form: '-a',
    takes: ['number'],
    toSql: ([of]) => sql`(- ${of})`,
    example: ['-(2 + 3)', '-5'],
    note: 'The opposite number.',
  },
  {
    ...comparison,
    name: '=',
    form: 'a = b',
    toSql: infix('='),
    example: ["'a' = 'A'", 'false'],
    note: 'Equal. Texts are equal if all their characters are.',
  },
  { ...comparison, name: '!=', form: 'a != b', toSql: infix('<>'), example: ['1 != 1.0', 'false'], note: 'Not equal.' },
  { ...comparison, name: '<', form: 'a < b', toSql: infix('<'), example: ['1 < 2', 'true'], note: 'Less, or earlier.' },
  {
    ...comparison,
    name: '<=',
    form: 'a <= b',
    toSql: infix('<='),
    example: ["date(2026, 1, 1) <= '2026-01-01'", 'true'],
    note: 'Less or equal. A text in quotes beside a date is a date.',
  },
  {
    ...comparison,
    name: '>',
    form: 'a > b',
    toSql: infix('>'),
    example: ['null > 1', null],
    note: 'Greater, or later.',
  },
  {
    ...comparison,
    name: '>=',
    form: 'a >= b',
    toSql: infix('>='),
    example: ['2 >= 2', 'true'],
    note: 'Greater or equal.',
  },
  {
    ...comparison,
    name: 'in',
    form: 'a in (x, …)',
    repeats: true,
    toSql: ([left, ...values]) => sql`(${left} in (${join(values)}))`,
    example: ["'b' in ('a', 'b')", 'true'],
    note: 'One of at most 100 constants.',
  },
  {
    ...condition,
    name: 'is null',
    form: 'a is null',
    takes: ['any'],
    toSql: ([of]) => sql`(${of} is null)`,
    example: ['1 / 0 is null', 'true'],
    note: 'Has no value.',
  },
  {
    ...condition,
    name: 'is not null',
    form: 'a is not null',
    takes: ['any'],
    toSql: ([of]) => sql`(${of} is not null)`,
    example: ['1 / 0 is not null', 'false'],
    note: 'Has a value.',
  },
  {
    ...condition,
    name: 'not',
    form: 'not a',
    takes: ['boolean'],
    toSql: ([of]) => sql`(not ${of})`,
    example: ['not 1 > 2', 'true'],
    note: 'The opposite.',
  },
  {
    ...condition,
    name: 'and',
    form: 'a and b',
    toSql: infix('and'),
    example: ['1 > 2 and null', 'false'],
    note: 'Both. False if one is false, even if the other one has no value.',
  },
  {
    ...condition,
    name: 'or',
    form: 'a or b',
    toSql: infix('or'),
    example: ['1 < 2 or null', 'true'],
    note: 'One of them. True if one is true, even if the other one has no value.',
  },
]
