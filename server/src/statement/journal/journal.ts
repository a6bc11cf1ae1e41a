import { momentJson } from '../../model/field/dateTime.ts'
import type { JsonMembers } from '../../text/json.ts'
import type { Model } from '../../model/Model.ts'
import { keyIdOf } from '../../permission/Authorization.ts'
import { digestRights } from '../../permission/digestRights.ts'
import type { WriteContext } from '../../plan/Plan.ts'
import { literal, type Sql, sql, trusted } from '../../sql/sql.ts'
import type { InputColumn } from '../record/input.ts'
import { column } from '../record/columns.ts'
import { type ContextSql, contextIn } from './journalContext.ts'

/** The letter of each kind of write in the journal. */
export const operationLetters = { create: 'c', update: 'u', delete: 'd', restore: 'r' } as const
export type JournaledAs = keyof typeof operationLetters

/** The number of a model in the service's own tables. The statement looks it up, so a rename needs no restart. */
export function modelNumber(model: Model): Sql {
  return sql`(select models.number from tabularium.models where models.name = ${literal(model.name)})`
}

/** The former names of a model's fields, which older entries of the journal use: a JSON array, or null. */
export function renamesJson(model: Model): Sql {
  return sql`(
  select '[' || string_agg(row_to_json(_rename)::text, ',' order by _rename."on") || ']'
  from (
    select renamed_fields.was as "was", renamed_fields.name as "name",
      ${momentJson(sql`renamed_fields.renamed_on`)} as "on"
    from tabularium.renamed_fields
    where renamed_fields.model = ${modelNumber(model)}
  ) as _rename
)`
}

/** How a change set was written: columns with its operation, and with the name of the logic that wrote it. */
export function throughSql(changeSet: Sql): Sql {
  const of = (name: string) => sql`(
        select ${trusted(`change_sets.${name}`)} from tabularium.change_sets where change_sets.id = ${changeSet}
      )`
  return sql`${of('kind')} as "through", ${of('name')} as "name"`
}

/** The columns of `input` with the context of each write, for contexts of one shape. */
export function contextColumns(contexts: readonly WriteContext[]): InputColumn[] {
  const idempotency = contexts.map((context) => context.idempotency)
  const keys = contexts.map(({ authorization }) => keyIdOf(authorization) ?? null)
  return [
    { name: '_by', type: 'bigint', values: contexts.map(({ authorization }) => authorization.userId) },
    { name: '_request', type: 'text', values: contexts.map(({ requestId }) => requestId) },
    ...(keys.some((key) => key !== null) ? [{ name: '_via', type: 'bigint', values: keys }] : []),
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

/**
 * One row of the journal for each row of `source`, which is what the write returned: so a row draws its position after
 * its record was locked (a new record may come from the input: nobody else knows it). The source has the record's `id`
 * and new `version`, and the context columns unless all writes share one context. They do not come from a join with the
 * input: PostgreSQL estimates that the input has few rows, and would use a nested loop. The feed shows rows in the
 * order of their positions: it is that of ids, and not that of the table, which writes of others change. `leftRecords`
 * are the records whose collections a row left.
 */
export function journalRows(
  model: Model,
  source: string,
  as: JournaledAs,
  changes: Sql,
  { by, request, via, changeSet }: ContextSql = contextIn(source),
  leftRecords?: Sql,
): Sql {
  const [leftColumn, left] = leftRecords ? [sql`, left_records`, sql`, ${leftRecords}`] : [sql``, sql``]
  const [setColumn, set] = changeSet ? [sql`, change_set`, sql`, ${changeSet}`] : [sql``, sql``]
  const [viaColumn, key] = via ? [sql`, via`, sql`, ${via}`] : [sql``, sql``]
  return sql`journaled as (
  insert into tabularium.journal (
    model, record, version, operation, author, request_id, changes${leftColumn}${setColumn}${viaColumn}
  )
  select ${modelNumber(model)}, ${column(source, 'id')}, ${column(source, 'version')},
    ${literal(operationLetters[as])}, ${by}, ${request}, ${changes}${left}${set}${key}
  from ${trusted(source)}
  order by ${column(source, 'id')}
)`
}

/** The change of the record count, as one delta for each block of ids. Writes would queue for a counter. */
export function countDeltas(model: Model, source: string, sign: 1 | -1): Sql {
  const count = sign === 1 ? sql`count(*)` : sql`-count(*)`
  return sql`counted as (
  insert into tabularium.count_deltas (model, block, change)
  select ${modelNumber(model)}, ${column(source, 'id')} >> 10, ${count}
  from ${trusted(source)}
  group by 2
)`
}

/**
 * The written records as the table `answered`, and the responses to store. With responses it is materialized: otherwise
 * a nested loop would make the JSON of every record again for each other row. So it is if its bytes are counted.
 */
export function answeredRows(source: string, json: Sql, responses: Sql | undefined, isCounted = false): Sql {
  const rows = sql`(
  select ${column(source, 'id')}, ${column(source, 'version')}, ${json} as json
  from ${trusted(source)}
)`
  if (responses) return sql`answered as materialized ${rows}, ${responses}`
  return isCounted ? sql`answered as materialized ${rows}` : sql`answered as ${rows}`
}

/** Stores the responses of writes with an Idempotency-Key. A key that is already used fails the whole statement. */
export function storedResponses(extraMembers: Sql = sql`null`): Sql {
  return sql`stored as (
  insert into tabularium.answers (user_id, key, request_hash, rights, version, answer, beside)
  select input._by, input._key, decode(input._hash, 'hex'), decode(input._rights, 'hex'), answered.version,
    answered.json, ${extraMembers}
  from answered
  join input on input.id = answered.id
)`
}

/** The column of `input` with the changes of links, for the journal; none if the writes change no links. */
export function linkColumns(plans: readonly { readonly linkChanges?: JsonMembers }[]): InputColumn[] {
  if (plans[0]?.linkChanges === undefined) return []
  return [{ name: '_links', type: 'text', values: plans.map(({ linkChanges }) => linkChanges ?? null) }]
}

/** The changes of links, as members of a record's changes. */
export function linkPairs(plans: readonly { readonly linkChanges?: JsonMembers }[], source: string): Sql[] {
  return plans[0]?.linkChanges === undefined ? [] : [column(source, '_links')]
}
