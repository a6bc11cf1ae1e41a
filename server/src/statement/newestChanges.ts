import { requireAt } from '../failure/invariant.ts'
import { momentJson } from '../model/field/dateTime.ts'
import { tableName } from '../model/names.ts'
import type { NewestChangesPlan } from '../plan/newestChanges.ts'
import { join, type Sql, sql, trusted } from '../sql/sql.ts'
import { withCurrentNames } from '../versions/currentNames.ts'
import { type HistoryEntry, type JournalEntry, toHistoryEntry } from '../versions/historyEntry.ts'
import { authorizedRows } from './authorization/authCheck.ts'
import { partialNames, toReadable } from './authorization/readable.ts'
import { seenLinksJson, toSeenLinks } from './authorization/seenLinks.ts'
import { type ReadScope, scopeOf, viewerKey } from './condition/ReadScope.ts'
import { renamesJson, throughSql } from './journal/journal.ts'
import { askedSql } from './changes.ts'
import { filterSql, namedSql, seenSql } from './journal/newestConditions.ts'
import { type Via, viaSql } from './journal/via.ts'
import { authorJson } from './record/recordJson.ts'
import { firstOf } from './Shape.ts'
import type { StatementMaker } from './Statement.ts'

/** A change as the history of its record shows it. */
export interface NewestChange extends HistoryEntry {
  readonly model: string
  readonly id: number
  /** The title of the record as it is now, if titles are asked for. */
  readonly title?: unknown
  /** The API key of the write, if it is asked for and there was one. */
  readonly via?: Via
}

/** A part of the newest changes. */
export interface NewestChanges {
  readonly entries: readonly NewestChange[]
  /** Before which position the next part begins. */
  readonly next: number
  /** Whether there may be more. */
  readonly more: boolean
}

/**
 * How many positions one statement looks through: changes that few of the newest match are looked for part by part, so
 * that the cost of a page does not grow with the journal. The most bytes of changes that it returns.
 */
const [maxPositions, maxBytes] = [10_000, 4 * 1024 ** 2]

/**
 * The newest changes of some models, those written last first. A change is seen as in the history of its record: by
 * those who may read the record now. Of a record that is gone that is known only if all records are seen.
 */
export const newestChangesStatement: StatementMaker<NewestChangesPlan, NewestChanges> = {
  name: 'journal.newest',
  effect: 'read',
  shapeOf: (plan) => {
    const { models, authorization, rights: _, ...asked } = plan
    const records = asked.records?.map(({ model, id }) => [model.name, id]) ?? null
    return [
      JSON.stringify([models.map(({ name }) => name), { ...asked, records }]),
      ...models.map((model) => viewerKey(authorization, model)),
    ]
  },
  authorizationOf: ({ authorization }) => authorization,
  toSql: (items, all, authCheck) => {
    const plan = firstOf(items)
    const { models, authorization, limit, since } = plan
    const scope = scopeOf(authorization, all)
    const described = models.flatMap((model, ordinal) => {
      const changes = sql`select entry.json::json -> 'changes' as changes
from entry
where entry.ordinal = ${number(ordinal)}`
      return [renamesJson(model), seenLinksJson(model, changes, scope)]
    })
    // The time of an entry is that at which its transaction began.
    const old = since === undefined ? sql`false` : sql`earlier.written_on < ${since}::timestamptz - interval '1 day'`
    const found = sql`
select (select count(*) from scanned),
  (select min(scanned.position) from scanned where scanned.rank <= ${limit}::bigint),
  (select '[' || string_agg(entry.json, ',' order by entry.position desc) || ']' from entry),
  earlier.position, ${old}${join(
    described.map((one) => sql`,\n  ${one}`),
    '',
  )}
from (select) as _one
left join lateral (${earlierSql(plan)}) as earlier on true`
    return sql`with ${authCheck},
asked as materialized (${askedSql(models)}),
span as materialized (${spanSql(plan)}),
scanned as materialized (${scannedSql(plan, scope)}),
entry as materialized (${entrySql(plan, scope)})
${authorizedRows(found, 5 + described.length)}`
  },
  toResults: (items, [row]) => items.map((plan) => toNewest(plan, row ?? [])),
}

/** The positions to look through: those before the last one, and as many as a part has. */
function spanSql({ before }: NewestChangesPlan): Sql {
  const last = sql`(
    select journal.position from tabularium.journal where journal.position is not null
    order by journal.position desc limit 1
  ) + 1`
  const top = before === undefined ? last : sql`${before}::bigint`
  return sql`
  select top, top - ${number(maxPositions)}::bigint as bottom
  from (select coalesce(${top}, 0) as top) as _top`
}

/** What matches and is seen, one more than a page has. Named records are found without the end of the journal. */
function scannedSql(plan: NewestChangesPlan, scope: ReadScope): Sql {
  const { limit, records, before } = plan
  const last = records && before === undefined ? sql`is not null` : sql`< (select span.top from span)`
  const conditions = sql`journal.position ${last}${filterSql(plan)}${seenSql(plan.models, scope)}`
  const source = records
    ? sql`(${namedSql(records)}) as named
    cross join lateral (
      select journal.*
      from tabularium.journal
      where journal.model = named.model and journal.record = named.id
      offset 0
    ) as journal
    where ${conditions}`
    : sql`tabularium.journal
    where journal.model = any(array(select asked.number from asked))
      and journal.position >= (select span.bottom from span)
      and ${conditions}`
  return sql`
  select journal.*, row_number() over (order by journal.position desc) as rank,
    sum(octet_length(journal.changes::text)) over (order by journal.position desc) as bytes
  from (
    select journal.*
    from ${source}
    order by journal.position desc
    limit ${limit + 1}::bigint
  ) as journal`
}

function entrySql({ models, limit, via }: NewestChangesPlan, scope: ReadScope): Sql {
  const names = models.map(
    (model, ordinal) => sql`when ${number(ordinal)} then (
        select ${partialNames(model, 't', scope)} from ${tableName(model)} as t where t.id = scanned.record
      )`,
  )
  const named = names.length === 0 ? sql`null` : sql`case asked.ordinal ${join(names, ' ')} end`
  return sql`
  select _entry.position, _entry.ordinal, row_to_json(_entry)::text as json
  from (
    select scanned.position, asked.ordinal, scanned.record as "id", scanned.version, scanned.operation,
      ${momentJson(sql`scanned.written_on`)} as "on", ${authorJson(sql`scanned.author`)} as "by",
      scanned.request_id as "requestId", scanned.change_set as "changeSet", ${throughSql(sql`scanned.change_set`)},
      ${named} as "names", ${via ? viaSql(sql`scanned.via`) : sql`null`} as "via", scanned.changes
    from scanned
    join asked on asked.number = scanned.model
    where scanned.rank <= ${limit}::bigint and (scanned.rank = 1 or scanned.bytes <= ${number(maxBytes)})
  ) as _entry`
}

/** The last entry before the positions that were looked through: the next part begins there. */
function earlierSql({ records }: NewestChangesPlan): Sql {
  if (records) return sql`select null::bigint as position, null::timestamptz as written_on`
  return sql`
  select journal.position, journal.written_on
  from tabularium.journal
  where journal.position < (select span.bottom from span)
  order by journal.position desc
  limit 1`
}

interface RawEntry extends JournalEntry {
  readonly position: number
  readonly ordinal: number
  readonly id: number
  readonly names: string | null
  readonly via: Via | null
}

function toNewest(plan: NewestChangesPlan, row: readonly (string | null)[]): NewestChanges {
  const [scanned, lowest, texts, earlier, isTooOld, ...described] = row
  const { models, authorization, field, limit } = plan
  const views = models.map((model, ordinal) => ({
    model,
    renames: JSON.parse(described[2 * ordinal] ?? '[]'),
    links: toSeenLinks(described[2 * ordinal + 1]),
  }))
  const raw: RawEntry[] = JSON.parse(texts ?? '[]')
  const entries = raw.flatMap(({ position: _, ordinal, id, names, via, ...entry }): NewestChange[] => {
    const { model, renames, links } = requireAt(views, ordinal)
    const readable = toReadable(model, names, authorization.rights.visibility)
    const shown = toHistoryEntry(withCurrentNames(entry, renames), model, readable, links)
    // Some records show the field and others do not.
    return field !== undefined && !Object.hasOwn(shown.changes, field)
      ? []
      : [{ model: model.name, id, ...shown, ...(via ? { via } : {}) }]
  })
  const last = raw.at(-1)?.position ?? Number(lowest ?? 0)
  if (Number(scanned) > limit || last > Number(lowest ?? 0)) return { entries, next: last, more: true }
  const isEnd = earlier === null || earlier === undefined || isTooOld === 't'
  return { entries, next: isEnd ? 0 : Number(earlier) + 1, more: !isEnd }
}

function number(value: number): Sql {
  return trusted(String(value))
}
