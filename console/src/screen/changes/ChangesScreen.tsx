import { describeManyWrites } from '../../bulk/describeWrites.ts'
import { FoldLine } from '../../component/activity/FoldLine.tsx'
import { Stream } from '../../component/activity/Stream.tsx'
import { useUndoFold } from '../../component/activity/useUndoFold.ts'
import { asText } from '../../field/kinds.ts'
import { type Fold, foldWrites, madeBy, type Write } from '../../history/foldWrites.ts'
import { sinceOf } from '../../history/sinceOf.ts'
import { nameInWords } from '../../meta/ModelMeta.ts'
import { isOwnModel } from '../../meta/ownModels.ts'
import { useActions } from '../../query/actionQueries.ts'
import { useNewest } from '../../query/activityQueries.ts'
import type { ChangesRoute } from '../../route/Route.ts'
import { toUrl } from '../../route/toUrl.ts'
import { useSession, useShell } from '../../shell/Shell.tsx'
import { ActivityFilters } from './ActivityFilters.tsx'
import '../../component/activity/activity.css'
import './changes.css'

/** Everything that was written and that one may see, newest first. */
export function ChangesScreen({ route }: { readonly route: ChangesRoute }) {
  const { service, words } = useShell()
  const { user, model, record, field, since, through } = route
  const of = { user, model, record, field: model === '' ? '' : field, since: sinceOf(since), through }
  const { models } = useSession()
  const shown = model === '' ? models.flatMap(({ name }) => (isOwnModel(name) ? [] : [name])) : [model]
  const reading = useNewest(service, of, shown)
  const toLine = useFoldLine()
  const writes = reading.data?.pages.flatMap((page) => page.writes) ?? []
  const folds = foldWrites(writes, (write) => `${madeBy(write)} ${write.model} ${write.operation}`, true)
  const isFiltered = Object.values({ user, model, since, through }).some((value) => value !== '')
  const none = reading.hasNextPage
    ? words.activity.notHere
    : isFiltered
      ? words.activity.noneMatch
      : words.activity.none
  return (
    <div className="changes page page-text">
      <header>
        <h1>{words.changes.title}</h1>
        <p className="dim">{words.activity.about}</p>
      </header>
      <ActivityFilters route={route} />
      <Stream label={words.changes.title} none={none} reading={reading} lines={folds.map(toLine)} />
    </div>
  )
}

/** What somebody did to records of one model, with the ways to them. */
function useFoldLine() {
  const { service, words, formats } = useShell()
  const { find } = useSession()
  const actions = useActions(service)
  const undoOf = useUndoFold()
  const logicOf = (name: string) =>
    actions.find((action) => action.name === name)?.label ?? nameInWords(name.slice(name.lastIndexOf('.') + 1))
  const nameOf = ({ model, id, title, changes }: Write) => {
    const { from, to } = changes[find(model)?.title ?? ''] ?? {}
    return asText(title ?? to ?? from ?? null) || `#${id}`
  }
  const labelled = (write: Write) => words.activity.one(find(write.model)?.label ?? write.model, nameOf(write))
  return (fold: Fold) => {
    const [newest] = fold
    const records = [...new Map(fold.map((write) => [write.id, write])).values()]
    return (
      <FoldLine
        key={`${newest.model} ${newest.id} ${newest.version}`}
        fold={fold}
        text={describeManyWrites(fold, labelled, { find, formats, logicOf })}
        href={newest.changeSet === undefined ? historyOf(newest) : setOf(newest.changeSet)}
        onUndo={undoOf(fold)}
      >
        {records.length > 1 ? (
          <p className="activity-records">
            {records.slice(0, mostRecords).map((write) => (
              <a key={write.id} href={historyOf(write)}>
                {nameOf(write)}
              </a>
            ))}
            {records.length > mostRecords ? <span className="dim">…</span> : null}
          </p>
        ) : null}
      </FoldLine>
    )
  }
}

/** How many records are named below a sentence. */
const mostRecords = 4

function historyOf({ model, id, version }: Write): string {
  return toUrl({ screen: 'history', model, id, at: version, with: undefined })
}

function setOf(id: number): string {
  return toUrl({ screen: 'changeSet', id, offset: 0 })
}
