import { Failure } from '../../failure.ts'
import { Refused } from '../../postgres/errors.ts'
import { type Sql, sql, trusted } from '../../sql/sql.ts'

/** The size of an answer in bytes, where no setting says otherwise. */
export const usualAnswerLimit = 16 * 1024 ** 2

/** Members of a collection or links that are shown at most; more are refused, since a part of them would pass for all. */
export const maxMembers = 1_000

/** Why there is no answer: it would be too large, or a relation has too many members. */
export type Excess = 'bytes' | 'members'

/**
 * A record that is not shown: in its place, and in that of all that it would be a part of, PostgreSQL gives the reason as a JSON text.
 * A record is always an object and a relation always an array, so it cannot be taken for one.
 */
export function excessJson(excess: Excess): Sql {
  return trusted(`'"${excess}"'::json`)
}

/** The reason in the place of a record's JSON; undefined where it is shown. */
export function findExcess(json: string): Excess | undefined {
  if (json === '"bytes"') return 'bytes'
  return json === '"members"' ? 'members' : undefined
}

/**
 * Whether the texts of a table's column `json` take more bytes together than a limit. PostgreSQL makes the rows of a materialized
 * table one by one as they are asked for: where it is too much, the others are never made. Only the lengths go into the window, which
 * reads ahead of itself once it is larger than its memory.
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

/** What one of a group would answer is too much. The group is halved until it stands alone. */
export class TooLarge extends Refused {
  readonly excess: Excess

  constructor(excess: Excess) {
    super('54000', undefined, undefined)
    this.excess = excess
  }
}

/** What a client is told. */
export function tooLarge(excess: Excess, limit = usualAnswerLimit, what = 'records or fields'): Failure {
  if (excess === 'members')
    return new Failure(
      'invalid-parameter',
      `One of the records has more than ${maxMembers} members in a relation: search the other model by its reference instead.`,
    )
  return new Failure('invalid-parameter', `The answer would be larger than ${toSize(limit)}: ask for fewer ${what}.`)
}

function toSize(bytes: number): string {
  const [unit, size] = bytes % 1024 ** 2 === 0 ? ['MiB', 1024 ** 2] : bytes % 1024 === 0 ? ['KiB', 1024] : ['bytes', 1]
  return `${bytes / size} ${unit}`
}
