import { requireAt } from '../failure/invariant.ts'
import { momentJson } from '../model/field/dateTime.ts'
import type { Model } from '../model/Model.ts'
import { tableName } from '../model/names.ts'
import type { HistoryPlan } from '../plan/Plan.ts'
import { join, type Sql, sql, trusted } from '../sql/sql.ts'
import { withCurrentNames } from '../versions/currentNames.ts'
import { type JournalEntry, toHistoryEntry } from '../versions/historyEntry.ts'
import { defaultAnswerLimit, exceeds, tooLarge, tooManyMembers } from './limit/answerSize.ts'
import { authorizedRows } from './authorization/authCheck.ts'
import { andSeen, ruleSql } from './condition/conditionSql.ts'
import { modelNumber, renamesJson, throughSql } from './journal/journal.ts'
import { maxMembersEver, membersEver } from './journal/membersEver.ts'
import { partialNames, toReadable } from './authorization/readable.ts'
import { authorJson } from './record/recordJson.ts'
import { type ReadScope, scopeOf } from './condition/ReadScope.ts'
import { seenLinksJson, toSeenLinks } from './authorization/seenLinks.ts'
import { firstOf } from './Shape.ts'
import type { StatementMaker } from './Statement.ts'
import { type HistoryPage, historyStatement } from './history.ts'

/** An entry with the ordinal of its model in `modelsOf`, its record, and the names of partly visible fields to show. */
interface MemberEntry extends JournalEntry {
  readonly ordinal: number
  readonly id: number
  readonly names: string | null
}

/**
 * The history of a record together with that of its collections' members, newest first. A write of several records in
 * one transaction has one time; the record itself then comes first.
 */
export const memberHistoryStatement: StatementMaker<HistoryPlan, HistoryPage> = {
  name: 'record.memberHistory',
  effect: 'read',
  shapeOf: historyStatement.shapeOf,
  authorizationOf: ({ authorization }) => authorization,
  toSql: (items, all, authCheck) => {
    const plan = firstOf(items)
    const { model, id, offset, limit, authorization, answerLimit = defaultAnswerLimit } = plan
    const scope = scopeOf(authorization, all)
    const models = modelsOf(plan)
    const ownEntries = sql`from stamped where stamped.ordinal = 0 and stamped.record = ${id}::bigint`
    const own = sql`from ${tableName(model)} as t where t.id = ${id}::bigint${andSeen(model, 't', scope)}`
    // If visibility depends on the values of a record, it cannot be decided for a deleted one.
    const andKnown = authorization.rights.visibility.rowsOf(model) ? sql` and false` : sql``
    const described = models.flatMap((one, ordinal) => {
      const entries = sql`from entry where entry.ordinal = ${literalOf(ordinal)}`
      const changes = sql`select entry.json::json -> 'changes' as changes ${entries}`
      return [renamesJson(one), sql`case when page.fits then ${seenLinksJson(one, changes, scope)} end`]
    })
    const found = sql`
select (select count(*) from stamped), exists (select ${own}) or exists (select ${ownEntries}${andKnown}),
  (select count(*) from source), page.fits,
  case when page.fits then (select '[' || string_agg(entry.json, ',' order by entry.position) || ']' from entry) end,
  ${join(described)}
from (select not ${exceeds('entry', answerLimit)} as fits offset 0) as page`
    return sql`with ${authCheck}, source as materialized (${sourceSql(plan, models, scope)}),
stamped as materialized (${stampedSql(models)}),
entry as materialized (${entrySql(models, scope, offset, limit)})
${authorizedRows(found, 5 + 2 * models.length)}`
  },
  toResults: (items, [row]) => items.map((plan) => toPage(plan, row ?? [])),
}

/** The models whose entries are shown: the record's own, and those of its collections. */
function modelsOf({ model, members = [] }: HistoryPlan): Model[] {
  return [...new Set([model, ...members.map((member) => member.model)])]
}

/** The records whose entries are shown. */
function sourceSql({ model, id, members = [] }: HistoryPlan, models: readonly Model[], scope: ReadScope): Sql {
  const parent = sql`${id}::bigint`
  const found = members.map(({ relation, model: target }) => {
    const ordinal = literalOf(models.indexOf(target))
    const rows = scope.visibility.rowsOfField(model, relation.name)
    const when = rows
      ? sql` where exists (
    select from ${tableName(model)} as t where t.id = ${parent} and ${ruleSql(rows, model, 't', scope)}
  )`
      : sql``
    return sql`
  union
  select ${ordinal}, member.id from (${membersEver(relation, parent, scope)}) as member(id)${when}`
  })
  return sql`
  select 0 as ordinal, ${parent} as record${join(found, '')}`
}

/** Their entries without the changes. A later version is never older than an earlier one, whichever began first. */
function stampedSql(models: readonly Model[]): Sql {
  const numbers = models.map((model, ordinal) => sql`when ${literalOf(ordinal)} then ${modelNumber(model)}`)
  return sql`
  select source.ordinal, source.record, own.model, own.version, own.written_on, own.transaction,
    max(own.written_on) over (partition by source.ordinal, source.record order by own.version) as at
  from (
    select source.ordinal, source.record, case source.ordinal ${join(numbers, ' ')} end as model
    from source
  ) as source
  cross join lateral (
    select journal.model, journal.version, journal.written_on, journal.transaction
    from tabularium.journal
    where journal.model = source.model and journal.record = source.record
    offset 0
  ) as own
  where (select count(*) from source) <= ${maxMembersEver + 1}::bigint`
}

/** The entries of the page, whole. */
function entrySql(models: readonly Model[], scope: ReadScope, offset: number, limit: number): Sql {
  const names = models.map(
    (model, ordinal) => sql`when ${literalOf(ordinal)} then (
        select ${partialNames(model, 't', scope)} from ${tableName(model)} as t where t.id = page.record
      )`,
  )
  return sql`
  select _entry.position, _entry.ordinal, row_to_json(_entry)::text as json
  from (
    select page.position, page.ordinal, page.record as "id", page.version as "version",
      journal.operation as "operation",
      ${momentJson(sql`journal.written_on`)} as "on", ${authorJson(sql`journal.author`)} as "by",
      journal.request_id as "requestId", case page.ordinal ${join(names, ' ')} end as "names",
      journal.change_set as "changeSet", ${throughSql(sql`journal.change_set`)}, journal.changes as "changes"
    from (
      select stamped.ordinal, stamped.record, stamped.model, stamped.version, stamped.written_on,
        row_number() over (
          order by stamped.at desc, stamped.transaction desc, stamped.ordinal, stamped.record, stamped.version desc
        ) as position
      from stamped
      order by position
      offset ${offset}::bigint limit ${limit}::bigint
    ) as page
    cross join lateral (
      select journal.operation, journal.written_on, journal.author, journal.request_id, journal.change_set,
        journal.changes
      from tabularium.journal
      where journal.model = page.model and journal.record = page.record and journal.version = page.version
        and journal.written_on = page.written_on
      offset 0
    ) as journal
    order by page.position
  ) as _entry`
}

function literalOf(ordinal: number): Sql {
  return trusted(String(ordinal))
}

function toPage(plan: HistoryPlan, row: readonly (string | null)[]): HistoryPage {
  const [total, isKnown, sources, fits, texts, ...described] = row
  if (isKnown !== 't') return undefined
  if (Number(sources) > maxMembersEver + 1) throw tooManyMembers(maxMembersEver)
  if (fits === 'f') throw tooLarge('bytes', plan.answerLimit, 'entries, with a smaller limit')
  const found: MemberEntry[] = JSON.parse(texts ?? '[]')
  const { visibility } = plan.authorization.rights
  const views = modelsOf(plan).map((model, ordinal) => ({
    model,
    renames: JSON.parse(described[2 * ordinal] ?? '[]'),
    links: toSeenLinks(described[2 * ordinal + 1]),
  }))
  const entries = found.map(({ ordinal, id, names, ...entry }) => {
    const { model, renames, links } = requireAt(views, ordinal)
    const readable = toReadable(model, names, visibility)
    return { model: model.name, id, ...toHistoryEntry(withCurrentNames(entry, renames), model, readable, links) }
  })
  return { total: Number(total), entries: entries.map((entry) => JSON.stringify(entry)).join() }
}
