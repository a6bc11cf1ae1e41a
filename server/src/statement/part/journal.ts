import { momentJson } from '../../model/field/dateTime.ts'
import type { Model } from '../../model/Model.ts'
import { digestRights } from '../../permission/digestRights.ts'
import type { WriteContext } from '../../plan/Plan.ts'
import { literal, type Sql, sql, trusted } from '../../sql/sql.ts'
import type { InputColumn } from './input.ts'
import { column } from './columns.ts'

/** What the journal calls each kind of write. */
export const operationLetters = { create: 'c', update: 'u', delete: 'd', restore: 'r' } as const
export type JournaledAs = keyof typeof operationLetters

/**
 * The number that stands for a model in the service's own tables. Looked up in the statement, so a rename needs no
 * restart.
 */
export function modelNumber(model: Model): Sql {
  return sql`(select models.number from tabularium.models where models.name = ${literal(model.name)})`
}

/**
 * The old names of a model's fields, by which the journal calls them until they were renamed: as a JSON array, or
 * null.
 */
export function renamesJson(model: Model): Sql {
  return sql`(select '[' || string_agg(row_to_json(_rename)::text, ',' order by _rename."on") || ']' from (
  select renamed_fields.was as "was", renamed_fields.name as "name",
    ${momentJson(sql`renamed_fields.renamed_on`)} as "on"
  from tabularium.renamed_fields where renamed_fields.model = ${modelNumber(model)}
) as _rename)`
}

/** The columns of `input` that hold what every write carries. Writes with a key have a shape of their own. */
export function contextColumns(contexts: readonly WriteContext[]): InputColumn[] {
  const idempotency = contexts.map((context) => context.idempotency)
  return [
    { name: '_by', type: 'bigint', values: contexts.map(({ authorization }) => authorization.userId) },
    { name: '_request', type: 'text', values: contexts.map(({ requestId }) => requestId) },
    ...(idempotency[0]
      ? [
          { name: '_key', type: 'text', values: idempotency.map((given) => given?.key ?? null) },
          { name: '_hash', type: 'text', values: idempotency.map((given) => given?.hash ?? null) },
          {
            name: '_rights',
            type: 'text',
            values: contexts.map(({ authorization }) => digestRights(authorization.credential) ?? null),
          },
        ]
      : []),
  ]
}

/** Who writes and by which request, as SQL: columns of a source, or values that all rows share. */
export interface ContextSql {
  readonly by: Sql
  readonly request: Sql
}

/** The columns of the note in a source that has them. */
export function contextIn(source: string): ContextSql {
  return { by: column(source, '_by'), request: column(source, '_request') }
}

/** The one note of all writes, where it is the same and needs no key kept. */
export function findSharedContext(contexts: readonly WriteContext[]): WriteContext | undefined {
  const [first] = contexts
  if (!first || first.idempotency) return undefined
  const { authorization, requestId } = first
  return contexts.every(
    (context) => context.authorization.userId === authorization.userId && context.requestId === requestId,
  )
    ? first
    : undefined
}

/** The table `shared` with the one note of all writes, so that no value of it stands elsewhere. */
export function sharedTable({ authorization, requestId }: WriteContext): Sql {
  return sql`shared as (select ${authorization.userId}::bigint as by, ${requestId}::text as request)`
}

/** The note in that table. */
export const sharedContext: ContextSql = {
  by: sql`(select shared.by from shared)`,
  request: sql`(select shared.request from shared)`,
}

/**
 * One row of the journal for each row of `source`, which has the record's `id` and new `version`, and the columns of
 * the note unless all share one. It is not joined with the input for these: PostgreSQL takes the input for a few
 * rows, and would compare each with each.
 */
export function journalRows(
  model: Model,
  source: string,
  as: JournaledAs,
  changes: Sql,
  { by, request }: ContextSql = contextIn(source),
): Sql {
  return sql`journaled as (
  insert into tabularium.journal (model, record, version, operation, author, request_id, changes)
  select ${modelNumber(model)}, ${column(source, 'id')}, ${column(source, 'version')},
    ${literal(operationLetters[as])}, ${by}, ${request}, ${changes}
  from ${trusted(source)}
)`
}

/**
 * How the count of records changes, a row for each block of ids. Appended: a counter changed in place would be a
 * queue.
 */
export function countDeltas(model: Model, source: string, sign: 1 | -1): Sql {
  const count = sign === 1 ? sql`count(*)` : sql`-count(*)`
  return sql`counted as (
  insert into tabularium.count_deltas (model, block, change)
  select ${modelNumber(model)}, ${column(source, 'id')} >> 10, ${count} from ${trusted(source)} group by 2
)`
}

/**
 * The records that were written, as `answered`, and the answers to keep. Materialized where these are read beside the
 * records, or a join by loops would make the JSON of every record anew for each of its neighbours.
 */
export function answeredRows(source: string, json: Sql, kept: Sql | undefined): Sql {
  const rows = sql`(
  select ${column(source, 'id')}, ${column(source, 'version')}, ${json} as json
  from ${trusted(source)}
)`
  return kept ? sql`answered as materialized ${rows}, ${kept}` : sql`answered as ${rows}`
}

/** The answers of writes that carried a key. A key that is taken already fails the whole statement. */
export function storedResponses(extraMembers: Sql = sql`null`): Sql {
  return sql`kept as (
  insert into tabularium.answers (user_id, key, request_hash, rights, version, answer, beside)
  select input._by, input._key, decode(input._hash, 'hex'), decode(input._rights, 'hex'), answered.version,
    answered.json, ${extraMembers}
  from answered
  join input on input.id = answered.id
)`
}

/** The column of `input` with the changes of links, where a write has any; they are written beside the record. */
export function linkColumns(plans: readonly { readonly linkChanges?: string }[]): InputColumn[] {
  if (plans[0]?.linkChanges === undefined) return []
  return [{ name: '_links', type: 'text', values: plans.map(({ linkChanges }) => linkChanges ?? null) }]
}

/** The changes of links as a part of the changes of a record. */
export function linkPairs(plans: readonly { readonly linkChanges?: string }[], source: string): Sql[] {
  return plans[0]?.linkChanges === undefined ? [] : [column(source, '_links')]
}
