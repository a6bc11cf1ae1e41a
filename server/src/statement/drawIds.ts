import type { Model } from '../model/Model.ts'
import { recordSchema } from '../model/names.ts'
import { sequenceOf } from '../model/objectNames.ts'
import { literal, name, type NamedSql, sql } from '../sql/sql.ts'

/** Draws ids for new records. An id is never given out twice, even if its record is not written. */
export function drawIdsStatement(model: Model, count: number): NamedSql {
  const sequence = literal(name(recordSchema, sequenceOf(model.name)).toText())
  return sql`select nextval(${sequence}::regclass) from generate_series(1, ${count}::bigint)`.named('record.drawIds')
}
