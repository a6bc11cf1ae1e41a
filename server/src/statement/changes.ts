import { momentJson } from '../model/field/dateTime.ts'
import type { Model } from '../model/Model.ts'
import type { FeedPosition } from '../plan/changeToken.ts'
import type { Beginning } from '../plan/changes.ts'
import { join, literal, type Sql, sql, trusted } from '../sql/sql.ts'
import { type Rename, withCurrentNames } from '../versions/currentNames.ts'
import type { JournalEntry } from '../versions/historyEntry.ts'
import type { ChangesQuestion, JournaledChange, JournaledChanges } from './JournaledChanges.ts'
import { findFeedGap } from './journal/findFeedGap.ts'
import { authorizedRows } from './authorization/authCheck.ts'
import { renamesJson } from './journal/journal.ts'
import { authorJson } from './record/recordJson.ts'
import { scopeOf, viewerKey } from './condition/ReadScope.ts'
import { seenLinksJson, toSeenLinks } from './authorization/seenLinks.ts'
import { firstOf } from './Shape.ts'
import type { StatementMaker } from './Statement.ts'

/** The most positions that one statement looks through, and the most bytes of changes that it returns. */
const [maxPositions, maxBytes] = [50_000, 4 * 1024 ** 2]

/** A part of the feed up to the released mark, in the order of positions. Equal questions share a statement. */
export const changesStatement: StatementMaker<ChangesQuestion, JournaledChanges> = {
  name: 'journal.changes',
  effect: 'read',
  shapeOf: ({ models, after, from = 0, only, limit, authorization }) => [
    JSON.stringify([models.map(({ name }) => name), after, from, only ?? null, limit]),
    ...models.map((model) => viewerKey(authorization, model)),
  ],
  authorizationOf: ({ authorization }) => authorization,
  toSql: (items, all, authCheck) => {
    const { models, after, from = 0, only, limit, authorization } = firstOf(items)
    const scope = scopeOf(authorization, all)
    const described = models.flatMap((model, ordinal) => {
      const own = sql`select entry.json::json -> 'changes' as changes
from entry
where entry.ordinal = ${number(ordinal)}`
      return [renamesJson(model), seenLinksJson(model, own, scope)]
    })
    const found = sql`
select span.released, span.upto, ${lastPosition(sql`span.upto`)}, ${checkedPosition(after)},
  (select '[' || string_agg(entry.json, ',' order by entry.position) || ']' from entry),
  (select count(*) from scanned) > (select count(*) from entry)${join(
    described.map((one) => sql`,\n  ${one}`),
    '',
  )}
from span`
    return sql`with ${authCheck},
asked as materialized (${askedSql(models)}),
span as materialized (${spanSql(after, from, only)}),
scanned as materialized (${scannedSql(limit, only)}),
entry as materialized (${entrySql(limit)})
${authorizedRows(found, 10 + described.length)}`
  },
  toResults: (items, [row]) => items.map((item) => toChanges(item, row ?? [])),
}

/** The numbers of the models, with their ordinals in the question. */
export function askedSql(models: readonly Model[]): Sql {
  const rows = models.map((model, ordinal) => sql`(${literal(model.name)}, ${number(ordinal)})`)
  if (rows.length === 0) return sql`select null::integer as number, null::integer as ordinal where false`
  return sql`
  select models.number, named.ordinal
  from (values ${join(rows)}) as named(name, ordinal)
  join tabularium.models on models.name = named.name`
}

/** The positions to look through. */
function spanSql(after: Beginning, from: number, only: ChangesQuestion['only']): Sql {
  const begin = typeof after === 'string' ? from : Math.max(after.position, from)
  const start = after === 'now' ? sql`feed.released` : sql`${begin}::bigint`
  const end = only ? sql`${only.upTo}::bigint` : sql`${start} + ${trusted(String(maxPositions))}::bigint`
  return sql`
  select feed.released, ${start} as start, least(feed.released, ${end}) as upto
  from tabularium.feed`
}

function scannedSql(limit: number, only: ChangesQuestion['only']): Sql {
  const isOnly = only ? sql` and journal.record = ${only.record}::bigint` : sql``
  return sql`
  select journal.position, journal.model, journal.record, journal.version, journal.operation, journal.written_on,
    journal.author, journal.request_id, journal.change_set, journal.changes, ${digestSql()} as digest,
    sum(octet_length(journal.changes::text)) over (order by journal.position) as bytes,
    row_number() over (order by journal.position) as rank
  from (
    select journal.*
    from tabularium.journal
    where journal.position > (select span.start from span)
      and journal.position <= (select span.upto from span)
      and journal.model = any(array(select asked.number from asked))${isOnly}
    order by journal.position
    limit ${limit + 1}::bigint
  ) as journal`
}

function entrySql(limit: number): Sql {
  return sql`
  select _entry.position, _entry.ordinal, row_to_json(_entry)::text as json
  from (
    select scanned.position, scanned.digest, asked.ordinal, scanned.record as "id", scanned.version,
      scanned.operation, ${momentJson(sql`scanned.written_on`)} as "on", ${authorJson(sql`scanned.author`)} as "by",
      scanned.request_id as "requestId", scanned.change_set as "changeSet", scanned.changes
    from scanned
    join asked on asked.number = scanned.model
    where scanned.rank <= ${limit}::bigint and (scanned.rank = 1 or scanned.bytes <= ${trusted(String(maxBytes))})
  ) as _entry`
}

/** A digest of an entry: after a failover that lost it, another entry may have its position. */
export function digestSql(): Sql {
  const parts = ['transaction', 'model', 'record', 'version', 'written_on', 'request_id']
  return sql`left(md5(concat_ws('|', ${join(parts.map((part) => trusted(`journal.${part}`)))})), 16)`
}

/** The position and the digest of the last entry up to a position: no other entry can appear between the two. */
function lastPosition(upto: Sql): Sql {
  const last = (column: Sql) => sql`(
    select ${column} from tabularium.journal where journal.position <= ${upto} order by journal.position desc limit 1
  )`
  return sql`${last(sql`journal.position`)}, ${last(digestSql())}`
}

/**
 * What is known of the position where the question begins: the digest of its entry, the oldest entry that is kept, and
 * up to where entries were deleted, of any model and of those in question.
 */
function checkedPosition(after: Beginning): Sql {
  const position = typeof after === 'string' ? 0 : after.position
  return sql`(select ${digestSql()} from tabularium.journal where journal.position = ${position}::bigint),
  (select journal.position from tabularium.journal where journal.position > 0 order by journal.position limit 1),
  (select max(forgotten.position) from tabularium.forgotten),
  (select max(forgotten.position) from tabularium.forgotten join asked on asked.number = forgotten.model)`
}

interface RawEntry extends JournalEntry {
  readonly position: number
  readonly digest: string
  readonly ordinal: number
  readonly id: number
}

function toChanges({ models, after, only }: ChangesQuestion, row: readonly (string | null)[]): JournaledChanges {
  const [released, upto, position, digest, known, oldest, forgotten, ownForgotten, texts, isCut, ...described] = row
  const views = models.map((model, ordinal) => ({
    model,
    renames: JSON.parse(described[2 * ordinal] ?? '[]') as Rename[],
    links: toSeenLinks(described[2 * ordinal + 1]),
  }))
  const raw: RawEntry[] = JSON.parse(texts ?? '[]')
  const entries = raw.flatMap(({ position: found, digest: own, ordinal, ...entry }): JournaledChange[] => {
    const view = views[ordinal]
    if (!view) return []
    const { model, renames, links } = view
    return [{ ...withCurrentNames(entry, renames), at: { position: found, digest: own }, model, links }]
  })
  const end = { position: Number(position ?? 0), digest: digest ?? '' }
  const isComplete = isCut !== 't'
  const gone = findFeedGap(after, {
    released: Number(released),
    digest: known,
    oldest: Number(oldest ?? Infinity),
    forgotten: Number(forgotten ?? 0),
    ownForgotten: Number(ownForgotten ?? 0),
  })
  return {
    entries,
    // The end of a part without entries may be before its beginning, if those between were deleted.
    next: isComplete ? laterOf(end, after) : (entries.at(-1)?.at ?? end),
    more: !isComplete || (!only && Number(upto) < Number(released)),
    upTo: isComplete ? Number(upto) : (entries.at(-1)?.at.position ?? Number(upto)),
    released: Number(released),
    ...(gone ? { gone } : {}),
  }
}

function laterOf(end: FeedPosition, after: Beginning): FeedPosition {
  return typeof after !== 'string' && after.position > end.position ? after : end
}

function number(value: number): Sql {
  return trusted(String(value))
}
