import { Suspense } from 'react'
import { listOf, type ListRoute } from '../../../route/ListRoute.ts'
import { toUrl } from '../../../route/toUrl.ts'
import { Icon } from '../../../component/Icon.tsx'
import { isAsSaved, isPlain, type SavedView, writeParts } from '../../../views/SavedView.ts'
import { useSession, useShell } from '../../../shell/Shell.tsx'
import { SaveViewPanel, ViewPanel } from '../lazyComponents.ts'
import { WriteButton } from '../../../component/WriteButton.tsx'
import { useViewWrites } from '../../../shell/useViewWrites.ts'
import type { Views } from './useViews.ts'
import './views.css'

/** The saved views of a list as tabs, and what can be done with the one that is shown. */
export function ViewTabs({ views: { all, current, shown, isGone } }: { readonly views: Views }) {
  const { words } = useShell()
  const { me } = useSession()
  const writes = useViewWrites()
  const isChanged = current !== undefined && !isAsSaved(shown, current)
  const isMine = current !== undefined && (current.owner === me.id || me.admin)
  const parts = writeParts(shown)
  const canKeep = parts !== undefined && !isPlain(shown) && (current === undefined || isChanged)
  if (all.length === 0 && !canKeep && !isGone) return null
  return (
    <div className="views">
      <nav className="views-tabs" aria-label={words.views.title}>
        <Tab route={listOf(shown.model, { limit: shown.limit })} isCurrent={shown.view === undefined}>
          {words.views.all}
        </Tab>
        {all.map((view) => (
          <Tab key={view.id} route={tabOf(view, shown)} isCurrent={view.id === shown.view}>
            <span className="views-name">{view.name}</span>
            {view.roles.length > 0 ? <Icon name="user" size={12} /> : null}
            {view.id === shown.view && isChanged ? <span className="views-changed">{words.views.changed}</span> : null}
          </Tab>
        ))}
      </nav>
      <Suspense>{current && isMine ? <ViewPanel key={current.id} view={current} writes={writes} /> : null}</Suspense>
      {current && isMine && isChanged && parts ? (
        <WriteButton small onPress={() => void writes.update(current, parts)}>
          {words.views.saveChanges}
        </WriteButton>
      ) : null}
      {/* Apart from the panel of a view: while that is loaded, this one would be hidden, and the page stay inert. */}
      <Suspense>{canKeep ? <SaveViewPanel model={shown.model} parts={parts} writes={writes} /> : null}</Suspense>
      {isGone ? <span className="dim">{words.views.gone}</span> : null}
    </div>
  )
}

function tabOf({ id }: SavedView, { model, limit }: ListRoute): ListRoute {
  return listOf(model, { view: id, limit })
}

function Tab({
  route,
  isCurrent,
  children,
}: {
  readonly route: ListRoute
  readonly isCurrent: boolean
  readonly children: React.ReactNode
}) {
  return (
    <a className="views-tab" href={toUrl(route)} aria-current={isCurrent ? 'page' : undefined}>
      {children}
    </a>
  )
}
