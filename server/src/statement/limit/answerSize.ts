import { Failure } from '../../failure/failure.ts'
import { Rejected } from '../../postgres/errors.ts'
import { type Sql, sql, trusted } from '../../sql/sql.ts'

/** The maximum size of a response in bytes, unless a setting changes it. */
export const defaultAnswerLimit = 16 * 1024 ** 2

/**
 * The maximum number of members of a collection or links in a response. More are rejected, because a part of them would
 * look like all of them.
 */
export const maxMembers = 1_000

/** The reason why a response is rejected: it would be too large, or a relation has too many members. */
export type Excess = 'bytes' | 'members'

/**
 * The reason as a JSON string. PostgreSQL returns it in place of a record that is not shown, and of everything that
 * would contain that record. A record is always an object and a relation always an array, so it cannot be confused with
 * them.
 */
export function excessJson(excess: Excess): Sql {
  return trusted(`'"${excess}"'::json`)
}

/** The reason in place of a record's JSON; undefined if the record is shown. */
export function findExcess(json: string): Excess | undefined {
  if (json === '"bytes"') return 'bytes'
  return json === '"members"' ? 'members' : undefined
}

/**
 * Whether the texts in the column `json` of a table exceed a number of bytes together. PostgreSQL makes the rows of a
 * materialized table one by one, as they are read: rows beyond the limit are never made. Only the lengths go into the
 * window function, which reads ahead once its rows exceed its memory.
 */
export function exceeds(table: string, limit: number): Sql {
  return sql`exists (
    select from (
      select sum(sized.bytes) over (rows unbounded preceding) as upto
      from (select octet_length(${trusted(table)}.json) as bytes from ${trusted(table)} offset 0) as sized
    ) as summed
    where summed.upto > ${limit}::bigint
  )`
}

/**
 * A condition that fails the statement, and so rolls back all that it has written, if the texts of a table's column
 * `json` take more bytes together than a limit.
 */
export function failIfExceeds(table: string, limit: number): Sql {
  return sql`tabularium.refuse_large_answer(${exceeds(table, limit)})`
}

/** One response of a group is too large. The group is halved until that item is alone. */
export class TooLarge extends Rejected {
  readonly excess: Excess

  constructor(excess: Excess) {
    super('54000', undefined, undefined)
    this.excess = excess
  }
}

/** The failure that the client gets. */
export function tooLarge(excess: Excess, limit = defaultAnswerLimit, what = 'records or fields'): Failure {
  if (excess === 'members')
    return new Failure(
      'invalid-parameter',
      `One of the records has more than ${maxMembers} members in a relation: ` +
        'search the other model by its reference instead.',
    )
  return new Failure('invalid-parameter', `The answer would be larger than ${toSize(limit)}: ask for fewer ${what}.`)
}

/** The failure of a history with more members than are looked at. */
export function tooManyMembers(most: number): Failure {
  const message = `More than ${most} records are or were in a collection of this one`
  return new Failure('invalid-parameter', `${message}: ask for its own history, and for that of each member.`)
}

/** The failure of a bulk write whose response would exceed the limit. */
export function tooLargeWrite(limit: number): Failure {
  const message = `The answer would be larger than ${toSize(limit)}, so nothing was written`
  return new Failure('invalid-parameter', `${message}: send fewer records at once.`)
}

function toSize(bytes: number): string {
  const [unit, size] = bytes % 1024 ** 2 === 0 ? ['MiB', 1024 ** 2] : bytes % 1024 === 0 ? ['KiB', 1024] : ['bytes', 1]
  return `${bytes / size} ${unit}`
}
