import type { Sql } from '../sql/sql.ts'

/**
 * What a place of use supplies so that an expression becomes SQL there: a generated column, a check in a write, a
 * default, a select, a fill.
 *
 * All of it is in the type of the column (numbers of any type, texts, booleans, dates, `timestamptz`, ids of
 * references, `text[]` of multiple choices), and null if the value is missing. Each piece is a name or another short
 * piece, since it may be written several times: join references first, and name the columns of the joins here.
 */
export interface SqlScope {
  /** An own field, or a dotted name such as `equipment.loanDays`. */
  field(name: string): Sql
  /** `$user`, `$user.a.b`, `$before.a` or `$old.a`. `$today` and `$now` are made of what is below. */
  variable(name: string): Sql
  /** The time zone of the place as text, such as `$1::text`. */
  readonly timeZone: Sql
  /** The day on which the fiscal year begins as text, such as `'04-01'`. */
  readonly yearBegins: Sql
}

/** The scope of a place that has no variables and nothing that varies, such as a generated column. */
export function immutableScope(field: (name: string) => Sql): SqlScope {
  const refuse = (what: string) => {
    throw new TypeError(`A stored expression has no ${what}.`)
  }
  return {
    field,
    variable: refuse,
    get timeZone() {
      return refuse('time zone')
    },
    get yearBegins() {
      return refuse('fiscal year')
    },
  }
}
