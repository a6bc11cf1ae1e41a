import type { ReactNode } from 'react'
import type { HistoryRoute } from '../../route/recordRoutes.ts'
import { toUrl } from '../../route/toUrl.ts'
import { isJournaled, isRelation, type ModelMeta, type RecordJson, titleOf } from '../../meta/ModelMeta.ts'
import { Empty, Notice } from '../../component/Notice.tsx'
import type { Entry } from '../../history/Entry.ts'
import { recordAt } from '../../history/recordAt.ts'
import { usePast } from '../../query/queries.ts'
import { useOpened } from '../../query/recordQueries.ts'
import { mayBringBack } from '../../rights/mayBringBack.ts'
import { isFailure } from '../../service/isFailure.ts'
import type { RecordMay } from '../../service/Service.ts'
import { Failed, FailedPage } from '../../component/Failed.tsx'
import { useUndoing } from '../../shell/useUndoing.ts'
import { useSession, useShell } from '../../shell/Shell.tsx'
import { linesFieldsOf } from '../../meta/lines.ts'
import { shownFields } from '../../meta/shownFields.ts'
import { useBringBack } from '../../component/useBringBack.ts'
import { Compared } from './Compared.tsx'
import { LinesCompared } from './LinesCompared.tsx'
import { usePastWrites } from './usePastWrites.ts'
import { RestoreButton } from '../../component/RestoreButton.tsx'
import { VersionChoice } from './VersionChoice.tsx'
import { WriteButton } from '../../component/WriteButton.tsx'
import './history.css'

/** What the caller may do with the past of a record. */
type PastMay = Pick<RecordMay, 'update' | 'restore'>

/** The past of a record: any of its versions, what changed there and who did it, and the way back. */
export function HistoryScreen({ route, model }: { readonly route: HistoryRoute; readonly model: ModelMeta }) {
  const { service, words } = useShell()
  const { me } = useSession()
  const past = usePast(service, model.name, route.id)
  const record = useOpened(service, model, route.id, shownFields(model))
  const entries = past.data?.pages.flatMap((page) => page.entries) ?? []
  // A record that is gone has a history all the same.
  const failed = past.error || isFailure(record.error, 'record-not-found') ? past : record
  const failure = failed.error ? { error: failed.error, again: () => void failed.refetch() } : undefined
  if (failure && !failed.data) return <FailedPage {...failure} />
  if (past.data && entries.length === 0) return <Empty icon="missing" isPage title={words.failure.notFound} />
  if (!past.data) return null
  return (
    <Versions
      route={route}
      model={model}
      current={record.data?.record}
      may={record.data?.may ?? (record.isPending ? undefined : mayOfDeleted(model, me.admin))}
      entries={entries}
      notice={failure ? <Failed {...failure} /> : null}
      more={past.hasNextPage ? () => void past.fetchNextPage() : undefined}
    />
  )
}

function Versions({
  route,
  model,
  current,
  may,
  entries,
  notice,
  more,
}: {
  readonly route: HistoryRoute
  readonly model: ModelMeta
  readonly current: RecordJson | undefined
  readonly may: PastMay | undefined
  readonly entries: readonly Entry[]
  /** What stands above it all. */
  readonly notice: ReactNode
  /** Loads older entries, while there are some. */
  readonly more: (() => void) | undefined
}) {
  const { go } = useShell()
  const newest = entries[0]?.version ?? 0
  const oldest = entries.at(-1)?.version ?? 0
  const at = Math.max(oldest, Math.min(route.at ?? newest, newest))
  const entry = entries.find(({ version }) => version === at)
  const fields = model.fields.filter((field) => isJournaled(field) && !isRelation(field) && !field.secret)
  const compared = route.with ?? at - 1
  const now = recordAt(fields, entries, current, at)
  const before = recordAt(fields, entries, current, compared)
  const lines = usePastWrites(model, route.id, entries, { at, compared })
  // The oldest entry still says what it changed, unless it is the first of all.
  const isKnown = compared >= Math.max(0, oldest - 1)
  return (
    <div className="page page-text">
      {notice}
      <HistoryHead route={route} model={model} current={current} />
      <VersionChoice
        entries={entries}
        at={at}
        onAt={(version) => {
          if (version - oldest < 5) more?.()
          go({ ...route, at: version, with: undefined }, 'replace')
        }}
      />
      {entry ? <EntrySummary {...{ entry, model, newest, current, may }} id={route.id} /> : null}
      <Compared fields={fields} before={isKnown ? before.values : undefined} now={now} />
      {linesFieldsOf(model).map((field) => (
        <LinesCompared key={field.name} field={field} id={route.id} current={current} past={lines} />
      ))}
    </div>
  )
}

function mayOfDeleted(model: ModelMeta, isAdmin: boolean): PastMay {
  return { update: false, restore: mayBringBack(model, isAdmin) }
}

function HistoryHead({
  route,
  model,
  current,
}: {
  readonly route: HistoryRoute
  readonly model: ModelMeta
  readonly current: RecordJson | undefined
}) {
  const { words } = useShell()
  return (
    <header>
      <a className="record-model" href={toUrl({ screen: 'record', model: model.name, id: route.id })}>
        {model.label} · {current ? titleOf(model, current) : `#${route.id}`}
      </a>
      <h1>{words.record.history}</h1>
    </header>
  )
}

interface EntrySummaryProps {
  readonly entry: Entry
  readonly model: ModelMeta
  readonly id: number
  readonly newest: number
  readonly current: RecordJson | undefined
  readonly may: PastMay | undefined
}

/** Who made a version, when and how, and the way back to it. */
function EntrySummary({ entry, model, id, newest, current, may }: EntrySummaryProps) {
  const { words, formats, go } = useShell()
  const restore = useBringBack(model, () => go({ screen: 'record', model: model.name, id }))
  const undo = useUndoing()
  const isRestorable = entry.operation !== 'delete' && (entry.version !== newest || !current)
  const canUndo = current !== undefined && entry.version > 0 && may?.update === true
  // A write of one record with its lines goes back whole.
  const changeSet = entry.through === 'update' || entry.through === 'restore' ? entry.changeSet : undefined
  return (
    <>
      <div className="history-entry">
        <p>
          <strong>{words.history.version(entry.version)}</strong> ·{' '}
          {words.history.operations[entry.operation](
            entry.by?.username ?? words.value.somebody,
            formats.dateTime(entry.on),
          )}
        </p>
        {entry.changeSet === undefined ? null : (
          <a href={toUrl({ screen: 'changeSet', id: entry.changeSet, offset: 0 })}>
            {words.changes.set(entry.changeSet)}
          </a>
        )}
        {canUndo ? (
          <WriteButton onPress={() => void undo({ model: model.name, id, version: entry.version, changeSet })}>
            {words.undo.write}
          </WriteButton>
        ) : null}
        {isRestorable && may ? (
          <RestoreButton
            model={model}
            label={words.history.restore}
            mayRestore={may.restore}
            isDisabled={restore.isPending}
            onPress={() => restore.bringBack({ id, version: newest, toVersion: entry.version })}
          />
        ) : null}
      </div>
      {restore.error ? <Failed error={restore.error} /> : null}
      {entry.operation === 'delete' ? (
        <Notice tone="plain" icon="delete">
          {words.history.wasDeleted}
        </Notice>
      ) : null}
    </>
  )
}
