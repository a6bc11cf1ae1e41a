import { describeOwnWrites } from '../../../bulk/describeWrites.ts'
import { FoldLine } from '../../../component/activity/FoldLine.tsx'
import { useUndoFold } from '../../../component/activity/useUndoFold.ts'
import { Button } from '../../../component/Button.tsx'
import { Failed } from '../../../component/Failed.tsx'
import { type Fold, foldWrites, madeBy } from '../../../history/foldWrites.ts'
import { isOfComments } from '../../../meta/comments.ts'
import { type ModelMeta, nameInWords } from '../../../meta/ModelMeta.ts'
import { useActions } from '../../../query/actionQueries.ts'
import { useWrites } from '../../../query/activityQueries.ts'
import { toUrl } from '../../../route/toUrl.ts'
import type { RecordMay } from '../../../service/Service.ts'
import { useSession, useShell } from '../../../shell/Shell.tsx'
import { useThread } from '../comments/useThread.tsx'
import '../../../component/activity/activity.css'

interface StreamProps {
  readonly model: ModelMeta
  readonly id: number
  readonly may: RecordMay | undefined
}

/** What happened to a record, the newest first: its changes and those of its lines, and the comments on it. */
export function ActivityStream({ model, id, may }: StreamProps) {
  const { service, words } = useShell()
  const past = useWrites(service, model, id)
  const thread = useThread(model, id, may?.delete ?? false)
  const toLine = useFoldLine({ model, id, may })
  const writes = (past.data?.pages.flatMap((page) => page.writes) ?? []).filter(
    (write) => !isOfComments({ name: write.model }),
  )
  const folds = foldWrites(writes, madeBy).map((fold) => ({ on: fold[0].on, line: toLine(fold) }))
  const older = [
    ...(past.hasNextPage ? [{ on: folds.at(-1)?.on ?? '', load: () => void past.fetchNextPage() }] : []),
    ...(thread.more ? [{ on: thread.lines.at(-1)?.on ?? '', load: thread.more }] : []),
  ]
  // What is older than the end of one of the two lists may have something of the other between: it waits for that.
  const from = older.map(({ on }) => on).reduce((latest, on) => (on > latest ? on : latest), '')
  const lines = [...folds, ...thread.lines].filter(({ on }) => on >= from)
  return (
    <>
      <div className="record-panel-body">
        {past.error ? <Failed error={past.error} again={() => void past.refetch()} /> : null}
        {thread.failed}
        <ol className="stream">
          {lines.toSorted((a, b) => (a.on < b.on ? 1 : a.on > b.on ? -1 : 0)).map(({ line }) => line)}
        </ol>
        {older.length > 0 ? (
          <Button small onPress={() => older.forEach(({ on, load }) => (on === from ? load() : undefined))}>
            {words.activity.older}
          </Button>
        ) : null}
      </div>
      {thread.box}
    </>
  )
}

/** What somebody did, as a line that leads to the version that it made. */
function useFoldLine({ model, id, may }: StreamProps) {
  const { service, formats } = useShell()
  const { find } = useSession()
  const actions = useActions(service)
  const undoOf = useUndoFold()
  const logicOf = (name: string) =>
    actions.find((action) => action.name === name)?.label ?? nameInWords(name.slice(name.lastIndexOf('.') + 1))
  return (fold: Fold) => {
    const isOwn = (write: Fold[number]) => write.model === model.name && write.id === id
    const shown = fold.find(isOwn) ?? fold[0]
    // A record is not undone here: there is a button that deletes it.
    const isBorn = fold.some((write) => isOwn(write) && write.operation === 'create')
    return (
      <FoldLine
        key={`${fold[0].model} ${fold[0].id} ${fold[0].version}`}
        fold={fold}
        text={describeOwnWrites(fold, { model: model.name, id }, { find, formats, logicOf })}
        href={toUrl({ screen: 'history', model: shown.model, id: shown.id, at: shown.version, with: undefined })}
        onUndo={isBorn || may?.update !== true ? undefined : undoOf(fold)}
      />
    )
  }
}
