import type { Model } from '../../model/Model.ts'
import { constraintObjectOf } from '../../model/objectNames.ts'
import { join, literal, type Sql, sql } from '../../sql/sql.ts'
import type { Joins } from '../condition/conditionSql.ts'
import type { ReadScope } from '../condition/ReadScope.ts'
import { NewRow, storedSourcesOf } from '../record/NewRow.ts'
import type { RowsToWrite } from '../refusal/refusals.ts'
import { countsSql, keyText, type ParsedConstraint, parseConstraint, rowOf } from './constraintSql.ts'

/** The part of a statement that locks keys, and what makes the write wait for it. Both are empty without such keys. */
export interface LockedKeys {
  /** The table `locked`, before the table that writes. */
  readonly tables: readonly Sql[]
  /** To be appended to the tables that the write reads from. */
  readonly join: Sql
}

const none: LockedKeys = { tables: [], join: sql`` }

/**
 * Locks the keys of periods that must not overlap, until the transaction ends, before anything is written: of two
 * writers of one key, the second waits and is then refused. An exclusion constraint alone lets both write, wait for
 * each other, and end one of them after a second. All statements take the locks in one order.
 */
export function lockedKeys(rows: RowsToWrite, source: Sql, scope: ReadScope): LockedKeys {
  const found = overlapsOf(rows.model, scope).filter((parsed) => isTouched(parsed, rows))
  if (found.length === 0) return none
  const written = new NewRow(rows, scope)
  const sides = rows.operation === 'update' ? [written, rowOf('_old', rows.model, scope.models)] : [written]
  const keys = found.flatMap((parsed) => sides.map((row) => keysOf(parsed, row, source)))
  return {
    tables: [
      sql`locked as materialized (
  select pg_advisory_xact_lock(keys.key)
  from (
    select distinct key from (
      ${join(keys, '\n      union all\n      ')}
    ) as each_key
    order by key
  ) as keys
)`,
    ],
    join: sql`, (select count(*) from locked) as _locked`,
  }
}

function keysOf(parsed: ParsedConstraint, row: Joins, source: Sql): Sql {
  const start = literal(`${constraintObjectOf(parsed.model, parsed.constraint)} `)
  return sql`select hashtextextended(${start} || ${keyText(parsed, row)}, 0) as key
      from ${source}
      where ${countsSql(parsed, row)}`
}

/** The constraints are parsed once, because every write asks for them. */
function overlapsOf({ name }: Model, { visibility, models }: ReadScope): readonly ParsedConstraint[] {
  const { constraints = [] } = models.get(name)
  if (constraints.length === 0) return []
  return visibility.cached(`periods of ${name}`, () => {
    const model = models.get(name)
    return constraints
      .filter(({ kind }) => kind === 'noOverlap')
      .map((constraint) => parseConstraint(constraint, model, models))
  })
}

/** A change of other fields can't make periods overlap. */
function isTouched({ fields, model }: ParsedConstraint, rows: RowsToWrite): boolean {
  if (rows.operation !== 'update') return true
  const decide = fields.flatMap((field) => storedSourcesOf(field, model))
  return rows.fields.some(({ name }) => decide.some((field) => field.name === name))
}
