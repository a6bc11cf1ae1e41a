import type { Model } from '../../model/Model.ts'
import { tableName } from '../../model/names.ts'
import { type Sql, sql, trusted } from '../../sql/sql.ts'
import { blockSize } from '../journal/counts.ts'

/**
 * A small offset skips records one by one. A large one uses the counts to find the block of ids with the first record.
 */
export function isNear(offset: number): boolean {
  return offset < blockSize
}

/** The id of the first record of a page that begins near: after so many records. */
export function nearId(model: Model, skip: Sql): Sql {
  return idAfter(model, sql``, skip)
}

/** The id of the first record of a page that begins in the `block` of `blockAt`. */
export function idInBlock(model: Model): Sql {
  return idAfter(model, sql`where t.id >= (select block.start from block) `, sql`(select block.skip from block)`)
}

/** PostgreSQL plans a statement once for all offsets: without the constant limit it would expect the whole table. */
function idAfter(model: Model, from: Sql, skip: Sql): Sql {
  return sql`
        select near.id
        from (
          select t.id from ${tableName(model)} as t ${from}order by t.id limit ${trusted(String(blockSize))}
        ) as near
        order by near.id
        offset ${skip} limit 1
      `
}
