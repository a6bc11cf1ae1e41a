import type { Model } from '../model/Model.ts'
import type { Linker, Models, Referrer } from '../model/Models.ts'
import { columnOf, tableName } from '../model/names.ts'
import { linksNames, objectNames } from '../model/objectNames.ts'
import type { DeletePlan } from '../plan/Plan.ts'
import type { LinksRelation } from '../model/relation/links.ts'
import { join, literal, name, type Sql, sql, trusted } from '../sql/sql.ts'
import { type InputColumn, inputColumns, inputTable } from './record/input.ts'
import { contextColumns, countDeltas, journalRows, storedResponses } from './journal/journal.ts'
import { carriedColumns, contextIn, contextPart } from './journal/journalContext.ts'
import { archivedDeltas } from './journal/archivedCounts.ts'
import { cachedSql } from './cachedSql.ts'
import { linksTable } from './links.ts'
import { authorizedRows, authorized } from './authorization/authCheck.ts'
import { column } from './record/columns.ts'
import { findForeignRejection, findKeyTaken, findLastAdministrator } from './refusal/toRecordFailure.ts'
import type { StatementMaker } from './Statement.ts'
import { deletedChanges, journaledFields, recordsLeftByDelete } from './journal/journalChanges.ts'
import { stillReferenced } from './refusal/stillReferenced.ts'
import { firstOf } from './Shape.ts'

/** Whether the record was deleted, and if not, which fields of which models refer to it (`model.field`). */
export interface Deleted {
  readonly done: boolean
  readonly referrers: readonly string[]
}

/** Deletes many records of one model. A record that others refer to is skipped. */
export const deleteStatement: StatementMaker<DeletePlan, Deleted> = {
  name: 'record.delete',
  effect: 'write',
  shapeOf: ({ model, context }) => [model.name, ...contextPart(context)],
  authorizationOf: ({ context }) => context.authorization,
  clashOf: ({ id }) => id,
  toSql: (items, models, authCheck) => {
    const first = firstOf(items)
    const scope = { visibility: first.context.authorization.rights.visibility, models, viewer: sql`input._by` }
    const columns = toColumns(items)
    const input = sql`input as (select ${inputColumns(columns)} from ${inputTable(columns)} where ${authorized})`
    const parts = cachedSql(scope, ['deleting', ...deleteStatement.shapeOf(first)], () => deleteParts(first, models))
    return sql`with ${authCheck}, ${input}, ${parts}`
  },
  toResults: (items, rows) => {
    const byId = new Map(
      rows.map(([id, done, referrers]) => [Number(id), { done: done !== null, referrers: toList(referrers) }]),
    )
    return items.map(({ id }) => byId.get(id) ?? { done: false, referrers: [] })
  },
  toFailure: (rejected, { model, context }, models) => {
    if (rejected.sqlState !== '23503')
      return findKeyTaken(rejected) ?? findLastAdministrator(rejected) ?? findForeignRejection(rejected, model)
    const referrer = models
      .referrersOf(model)
      .find((other) => objectNames.reference(other.model, other.field) === rejected.constraint)
    if (referrer) return stillReferenced([pathOf(referrer)], context.authorization)
    const linker = models
      .linkersOf(model)
      .find((other) => linksNames.target(other.model.name, other.relation.name) === rejected.constraint)
    return stillReferenced(linker ? [linkPathOf(linker)] : [], context.authorization)
  },
}

/** The tables that delete the input rows, and the result. They depend only on the shape of a plan. */
function deleteParts({ model, context }: DeletePlan, models: Models): Sql {
  const referrers = allReferrers(model, models)
  const free = referrers.map(({ refers }) => sql` and not ${refers(sql`t.id`)}`)
  const names = referrers.map(({ path, refers }) => sql`case when ${refers(sql`input.id`)} then ${literal(path)} end`)
  const values = journaledFields(model).map((field) => column('t', columnOf(field.name)))
  const refused =
    names.length === 0
      ? sql``
      : sql`
union all
select refused.id, null, refused.referrers
from (select input.id, concat_ws(',', ${join(names)}) as referrers from input) as refused
where refused.referrers <> ''`
  const own = model.relations.filter((relation) => relation.type === 'links')
  const links = own.map((relation) => ownLinks(model, relation))
  const left = recordsLeftByDelete(model, 'deleted', models)
  const carried = carriedColumns(context).map((own) => trusted(`input.${own}`))
  const parts = [
    sql`deleted as (
  delete from ${tableName(model)} as t using input
  where t.id = input.id and (input.version is null or t.version = input.version)${join(free, '')}
  returning ${join([sql`t.id, t.version + 1 as version`, ...carried, ...values])}
)`,
    ...own.map((relation, index) => removeOwnLinks(model, relation, index)),
    journalRows(
      model,
      'deleted',
      'delete',
      deletedChanges(model, 'deleted', links),
      contextIn('deleted', context),
      left,
    ),
    countDeltas(model, 'deleted', -1),
    ...archivedDeltas(model, 'deleted', -1),
    ...(context.idempotency
      ? [
          sql`answered as (select deleted.id, null::bigint as version, deleted.id::text as json from deleted)`,
          storedResponses(),
        ]
      : []),
  ]
  const rows = sql`select deleted.id, deleted.id, null::text from deleted${refused}`
  return sql`${join(parts, ', ')}
${authorizedRows(rows, 3)}`
}

/** Deletes the links of the deleted records. */
function removeOwnLinks(model: Model, relation: LinksRelation, index: number): Sql {
  return sql`unlinked${trusted(String(index))} as (
  delete from ${linksTable(model, relation)} as links
  using deleted
  where links.source = deleted.id
)`
}

/** The changes of these links for the journal: the ids that were linked. */
function ownLinks(model: Model, relation: LinksRelation): Sql {
  const start = literal(`${JSON.stringify(relation.name)}:[[`)
  return sql`(
    select ${start} || string_agg(links.target::text, ',' order by links.target) || '],null]'
    from ${linksTable(model, relation)} as links
    where links.source = deleted.id
  )`
}

/** A reference or relation that leads to a record and prevents its deletion. */
interface ReferrerCondition {
  readonly path: string
  refers(id: Sql): Sql
}

function allReferrers(model: Model, models: Models): ReferrerCondition[] {
  return [
    ...referrerConditions(model, models),
    ...models.linkersOf(model).map((linker) => linkerCondition(linker, model)),
  ]
}

function linkerCondition(linker: Linker, model: Model): ReferrerCondition {
  return {
    path: linkPathOf(linker),
    refers: (id) => {
      const itself =
        linker.model.name === model.name ? sql` and links.source not in (select going.id from input as going)` : sql``
      return sql`((
    select 1 from ${linksTable(linker.model, linker.relation)} as links
    where links.target = ${id}${itself}
    limit 1
  ) is not null)`
    },
  }
}

function referrerConditions(model: Model, models: Models): ReferrerCondition[] {
  return models.referrersOf(model).map((referrer) => ({
    path: pathOf(referrer),
    refers: (id) => {
      // Records of the same statement do not count. If one of them is not deleted, its foreign key fails the group.
      const itself =
        referrer.model.name === model.name ? sql` and other.id not in (select going.id from input as going)` : sql``
      const found = sql`
    select 1 from ${tableName(referrer.model)} as other
    where other.${name(columnOf(referrer.field.name))} = ${id}${itself}
    limit 1`
      // A look-up for each row. `exists` here would let PostgreSQL read the whole other table into a hash first.
      return sql`((${found}) is not null)`
    },
  }))
}

function pathOf({ model, field }: Referrer): string {
  return `${model.name}.${field.name}`
}

function linkPathOf({ model, relation }: Linker): string {
  return `${model.name}.${relation.name}`
}

function toList(text: string | null | undefined): string[] {
  return text ? text.split(',') : []
}

/** Sorted by id, so that concurrent groups take their locks in the same order. */
function toColumns(items: readonly DeletePlan[]): InputColumn[] {
  const sorted = items.toSorted((a, b) => a.id - b.id)
  return [
    { name: 'id', type: 'bigint', values: sorted.map(({ id }) => id) },
    { name: 'version', type: 'bigint', values: sorted.map(({ version }) => version) },
    ...contextColumns(sorted.map(({ context }) => context)),
  ]
}
