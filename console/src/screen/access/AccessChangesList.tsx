import { describeAccessAuthor, describeAccessChange } from '../../bulk/describeAccessChange.ts'
import { FoldLine } from '../../component/activity/FoldLine.tsx'
import { Stream } from '../../component/activity/Stream.tsx'
import { useUndoFold } from '../../component/activity/useUndoFold.ts'
import { asText } from '../../field/kinds.ts'
import type { AccessChange } from '../../history/AccessChange.ts'
import { sinceOf } from '../../history/sinceOf.ts'
import { accessModels, keyModel, roleModel, userModel } from '../../meta/ownModels.ts'
import { useLoginMethods } from '../../query/queries.ts'
import { useAccessChanges } from '../../query/trailQueries.ts'
import type { AccessChangesRoute } from '../../route/accessRoutes.ts'
import { toUrl } from '../../route/toUrl.ts'
import { useSession, useShell } from '../../shell/Shell.tsx'
import '../../component/activity/activity.css'

/** Who gave whom what, newest first, with the ways to the record, to its history, and back. */
export function AccessChangesList({ route }: { readonly route: AccessChangesRoute }) {
  const { service, words } = useShell()
  const { find } = useSession()
  const { user, model, record, since } = route
  const known = accessModels.filter((name) => find(name))
  const of = { user, model, record, since: sinceOf(since) }
  const shown = model === '' ? known : known.filter((name) => name === model)
  const reading = useAccessChanges(service, of, shown)
  const toLine = useChangeLine()
  const changes = reading.data?.pages.flatMap((page) => page.changes) ?? []
  const isFiltered = [user, model, since].some((value) => value !== '')
  const none = reading.hasNextPage ? words.activity.notHere : isFiltered ? words.activity.noneMatch : words.trail.none
  return <Stream label={words.trail.title} none={none} reading={reading} lines={changes.map(toLine)} />
}

/** One change of rights as a sentence. */
function useChangeLine() {
  const { service, formats } = useShell()
  const { find } = useSession()
  const undoOf = useUndoFold()
  const methods = useLoginMethods(service)
  const labelOf = (name: string) => methods.data?.providers.find((one) => one.name === name)?.label ?? name
  const told = { find, formats, logicOf: (name: string) => name }
  return (change: AccessChange) => {
    const { model, id, version, operation } = change
    const { from, to } = change.changes[find(model)?.title ?? ''] ?? {}
    const title = asText(change.title ?? to ?? from ?? null) || `#${id}`
    // A key that has ended never works again.
    const isForGood = model === keyModel && operation === 'delete'
    return (
      <FoldLine
        key={`${model} ${id} ${version}`}
        fold={[change]}
        author={describeAccessAuthor(change, told, labelOf)}
        text={describeAccessChange(change, title, told)}
        href={toUrl({ screen: 'history', model, id, at: version, with: undefined })}
        onUndo={isForGood ? undefined : undoOf([change])}
      >
        {operation === 'delete' ? null : (
          <p className="activity-records">
            <a href={pageOf(change)}>{title}</a>
          </p>
        )}
      </FoldLine>
    )
  }
}

/** Where a record is looked at: users and roles have their own pages. */
function pageOf({ model, id }: AccessChange): string {
  if (model === userModel) return toUrl({ screen: 'user', id })
  return model === roleModel ? toUrl({ screen: 'role', id }) : toUrl({ screen: 'record', model, id })
}
