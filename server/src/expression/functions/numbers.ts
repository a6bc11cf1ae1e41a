import { join, sql, trusted } from '../../sql/sql.ts'
import type { ExpressionTree } from '../ExpressionTree.ts'
import type { ExpressionFunction } from '../ExpressionFunction.ts'

export const numberFunctions: readonly ExpressionFunction[] = [
  {
    name: 'coalesce',
    form: 'coalesce(a, …)',
    takes: ['same'],
    repeats: true,
    gives: 'same',
    toSql: (of) => sql`coalesce(${join(of)})`,
    example: ['coalesce(null, 2, 3)', '2'],
    note: 'The first that has a value.',
  },
  {
    name: 'if',
    form: 'if(c, a, …, else)',
    takes: ['boolean', 'same', 'same'],
    repeats: true,
    gives: 'same',
    toSql: (of) => {
      const pairs = Array.from({ length: Math.floor(of.length / 2) }, (_, pair) => {
        return sql` when ${of[2 * pair]} then ${of[2 * pair + 1]}`
      })
      const otherwise = of.length % 2 === 1 ? sql` else ${of.at(-1)}` : sql``
      return sql`(case${join(pairs, '')}${otherwise} end)`
    },
    example: ["if(null > 1, 'a', 2 > 1, 'b', 'c')", 'b'],
    note: 'The value behind the first condition that is true, else the last one; without it no value.',
  },
  {
    name: 'abs',
    form: 'abs(x)',
    takes: ['number'],
    gives: 'number',
    toSql: ([x]) => sql`abs(${x})`,
    example: ['abs(-2.5)', '2.5'],
    note: 'Without its sign.',
  },
  {
    name: 'round',
    form: 'round(x, n)',
    takes: ['number', 'digits'],
    gives: 'decimal',
    toSql: ([x], { of }) => sql`round(${x}, ${trusted(digitsOf(of[1]))})`,
    example: ['round(-2.345, 2)', '-2.35'],
    note: 'Rounded to n digits after the point, 0 to 20; half away from zero.',
  },
  {
    name: 'floor',
    form: 'floor(x)',
    takes: ['number'],
    gives: 'integer',
    toSql: ([x]) => sql`floor(${x})`,
    example: ['floor(-2.5)', '-3'],
    note: 'The greatest whole number that is not greater.',
  },
  {
    name: 'ceil',
    form: 'ceil(x)',
    takes: ['number'],
    gives: 'integer',
    toSql: ([x]) => sql`ceil(${x})`,
    example: ['ceil(2.1)', '3'],
    note: 'The least whole number that is not less.',
  },
  {
    name: 'mod',
    form: 'mod(x, y)',
    takes: ['number', 'number'],
    gives: 'number',
    toSql: ([x, y]) => sql`mod(${x}, nullif(${y}, 0))`,
    example: ['mod(-7, 3)', '-1'],
    note: 'The rest of a division, with the sign of x; no value if y is 0.',
  },
  {
    name: 'min',
    form: 'min(a, …)',
    takes: ['same'],
    repeats: true,
    gives: 'same',
    toSql: (of) => sql`least(${join(of)})`,
    example: ['min(3, null, 2)', '2'],
    note: 'The least of numbers, dates or texts. Missing ones are left out.',
  },
  {
    name: 'max',
    form: 'max(a, …)',
    takes: ['same'],
    repeats: true,
    gives: 'same',
    toSql: (of) => sql`greatest(${join(of)})`,
    example: ["max(date(2026, 1, 1), '2026-04-01')", '2026-04-01'],
    note: 'The greatest of numbers, dates or texts. Missing ones are left out.',
  },
]

/** A constant number of digits, which is part of the text of the SQL. */
function digitsOf(tree: ExpressionTree | undefined): string {
  return String(Number(tree?.is === 'literal' ? tree.value : 0))
}
