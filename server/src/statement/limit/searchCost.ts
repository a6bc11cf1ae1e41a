import { Failure } from '../../failure/failure.ts'
import type { Sql } from '../../sql/sql.ts'

/** Matches every table of records in the text of a statement. */
const tables = /"?\brecord"?\./g

/**
 * The maximum number of tables in one part of a search. PostgreSQL plans the joins of a part together, and the planning
 * time grows faster than their number.
 */
export const maxTablesInPart = 25
/** The maximum number of tables in all parts of a search. */
export const maxTablesInAll = 125
/** The maximum number of tables for the fields of a record, if the client chose them. */
export const maxTablesForFields = 200

/** The pieces of a search statement from which its cost is counted. */
export interface SearchCost {
  /**
   * The parts that are planned separately: the page, or with a page token one for each keyset condition; and the total.
   */
  readonly parts: readonly Sql[]
  /** The conditions of rules, which are in each part whatever the client asks for. */
  readonly ruled: Sql
  /** The JSON of the record, if the client named its fields. */
  readonly fields?: Sql
}

/**
 * Rejects a search whose statement would take PostgreSQL too long to plan: planning needs memory and obeys no time
 * limit. The count includes the tables in the rules of the caller's roles.
 */
export function refuseCost({ parts, ruled: rules, fields }: SearchCost): void {
  if (fields) refuseFieldsCost(fields)
  const counts = parts.map(tablesIn)
  const ruled = tablesIn(rules)
  const [largest, all] = [Math.max(0, ...counts), counts.reduce((sum, count) => sum + count, 0)]
  // The client cannot reduce what only the rules need.
  const isPlain = largest <= 1 + ruled
  if (largest > maxTablesInPart && !isPlain)
    throw tooMuch(
      `The criteria and sort keys use ${largest - 1} references and relations${byRules(ruled)}, ` +
        `and ${maxTablesInPart - 1} are allowed; links count twice.`,
      'Use fewer dotted names, or search in steps: first for the ids of the other records, then by these with in.',
    )
  if (all > maxTablesInAll && !(isPlain && parts.length <= 2))
    throw tooMuch(
      `This search would read ${all} tables, and ${maxTablesInAll} are allowed: up to ${largest} in each of ` +
        `${parts.length} parts, one for the records and one for each reference and relation of the criteria and ` +
        `sort keys${byRules(ruled)}. The total is a part. With a page token each sort key is a part, or two if it ` +
        'may be missing.',
      'Use fewer dotted names, sort by fewer keys or by required fields, or leave out the total.',
    )
}

/** Rejects fields chosen by a client that use too many references and relations. */
export function refuseFieldsCost(record: Sql): void {
  const count = tablesIn(record)
  if (count > maxTablesForFields)
    throw tooMuch(
      `The fields use ${count} references and relations, including those in the rules of your roles, ` +
        `and ${maxTablesForFields} are allowed.`,
      'Ask for fewer dotted fields, or for them in several requests.',
    )
}

function tablesIn(piece: Sql): number {
  return piece.count(tables)
}

function byRules(ruled: number): string {
  return ruled > 0 ? ` (${ruled} of them in the rules of your roles)` : ''
}

function tooMuch(fact: string, advice: string): Failure {
  return new Failure('invalid-parameter', `${fact} ${advice}`)
}
