import { Failure } from '../../failure.ts'
import type { Sql } from '../../sql/sql.ts'

/** Every table of records, as it stands in a statement. */
const tables = /"?\brecord"?\./g

/** Tables that one part of a search may read: PostgreSQL plans the joins of a part together, and that grows faster than their number. */
export const maxTablesInPart = 25
/** Tables that all parts of a search may read. */
export const maxTablesInAll = 125
/** Tables that the fields of a record may be read from, where a client chooses them. */
export const maxTablesForFields = 200

/** What a search costs, by the pieces of its statement. */
export interface SearchCost {
  /** What is planned apart: the page, behind a token one for each way behind it, and the total. */
  readonly parts: readonly Sql[]
  /** What rules ask for in each part, whatever the client asks for. */
  readonly ruled: Sql
  /** The record, where the client named its fields. */
  readonly fields?: Sql
}

/**
 * Refuses a search whose statement PostgreSQL would plan for too long: planning takes memory and heeds no time limit. Counted is what
 * the statement has, so also what the rules of the caller's roles ask for.
 */
export function refuseCost({ parts, ruled: rules, fields }: SearchCost): void {
  if (fields) refuseFieldsCost(fields)
  const counts = parts.map(tablesIn)
  const ruled = tablesIn(rules)
  const [most, all] = [Math.max(0, ...counts), counts.reduce((sum, count) => sum + count, 0)]
  // What rules alone ask for is nothing that the client could ask less of.
  const isPlain = most <= 1 + ruled
  if (most > maxTablesInPart && !isPlain)
    throw tooMuch(
      `The criteria and sort keys lead over ${most - 1} references and relations${byRules(ruled)}, and ${maxTablesInPart - 1} are allowed; links count twice.`,
      'Use fewer dotted names, or search in steps: first for the ids of the other records, then by these with in.',
    )
  if (all > maxTablesInAll && !(isPlain && parts.length <= 2))
    throw tooMuch(
      `This search would read ${all} tables, and ${maxTablesInAll} are allowed: up to ${most} in each of ${parts.length} parts, one for the records and one for each reference and relation of the criteria and sort keys${byRules(ruled)}. The total is a part, and behind a page token each sort key is one, or two where it may be missing.`,
      'Use fewer dotted names, sort by fewer keys or by required fields, or leave out the total.',
    )
}

/** Refuses fields that lead to too many other records, where a client chose them. */
export function refuseFieldsCost(record: Sql): void {
  const count = tablesIn(record)
  if (count > maxTablesForFields)
    throw tooMuch(
      `The fields lead to ${count} references and relations, counting those that the rules of your roles ask for, and ${maxTablesForFields} are allowed.`,
      'Ask for fewer dotted fields, or for them in several requests.',
    )
}

function tablesIn(piece: Sql): number {
  return piece.count(tables)
}

function byRules(ruled: number): string {
  return ruled > 0 ? ` (${ruled} of them by the rules of your roles)` : ''
}

function tooMuch(fact: string, advice: string): Failure {
  return new Failure('invalid-parameter', `${fact} ${advice}`)
}
