import { Suspense } from 'react'
import { listOf, type ListRoute } from '../../../route/ListRoute.ts'
import { toUrl } from '../../../route/toUrl.ts'
import { Icon } from '../../../component/Icon.tsx'
import { allOf } from '../../../views/findMeant.ts'
import { isAsSaved, isPlain, layoutOf, type ListedView, writeParts } from '../../../views/ViewParts.ts'
import { useSession, useShell } from '../../../shell/Shell.tsx'
import { SaveViewPanel, ViewPanel } from '../lazyComponents.ts'
import { StarButton } from '../../../component/StarButton.tsx'
import { WriteButton } from '../../../component/WriteButton.tsx'
import { useViewWrites } from '../../../shell/useViewWrites.ts'
import type { Views } from './useViews.ts'
import './views.css'

/** The views of a list as tabs, declared ones first, and what can be done with the one that is shown. */
export function ViewTabs({ views: { declared, saved, current, shown, isGone } }: { readonly views: Views }) {
  const { words } = useShell()
  const { me } = useSession()
  const writes = useViewWrites()
  const isChanged = current !== undefined && !isAsSaved(shown, current)
  const kept = current && 'version' in current ? current : undefined
  const mine = kept && (kept.owner === me.id || me.admin) ? kept : undefined
  const parts = writeParts(shown, current)
  const canKeep = parts !== undefined && !isPlain(shown) && (kept === undefined || isChanged)
  const views: readonly ListedView[] = [...declared, ...saved]
  if (views.length === 0 && !canKeep && !isGone) return null
  return (
    <div className="views">
      <nav className="views-tabs" aria-label={words.views.title}>
        <Tab route={listOf(shown.model, { view: allOf(declared), limit: shown.limit })} isCurrent={!current && !isGone}>
          {words.views.all}
        </Tab>
        {views.map((view) => (
          <Tab key={view.id} route={tabOf(view, shown)} isCurrent={view.id === shown.view}>
            {layoutOf(view) === 'grid' ? null : <Icon name={iconOf(view)} size={14} />}
            <span className="views-name">{view.name}</span>
            {isShared(view) ? <Icon name="user" size={12} /> : null}
            {view.id === shown.view && isChanged ? <span className="views-changed">{words.views.changed}</span> : null}
          </Tab>
        ))}
      </nav>
      {kept ? <StarButton what={{ view: kept.id }} scope="list" small /> : null}
      {current && !kept ? <span className="dim views-declared">{words.views.declared}</span> : null}
      <Suspense>{mine ? <ViewPanel key={mine.id} view={mine} writes={writes} /> : null}</Suspense>
      {mine && isChanged && parts ? (
        <WriteButton small onPress={() => void writes.update(mine, parts)}>
          {words.views.saveChanges}
        </WriteButton>
      ) : null}
      {/* Apart from the panel of a view: while that is loaded, this one would be hidden, and the page stay inert. */}
      <Suspense>
        {canKeep ? <SaveViewPanel {...{ parts, writes }} model={shown.model} isCopy={current !== undefined} /> : null}
      </Suspense>
      {isGone ? <span className="dim">{words.views.gone}</span> : null}
    </div>
  )
}

/** Whether others see it by a role. */
function isShared(view: ListedView): boolean {
  return 'roles' in view && Array.isArray(view.roles) && view.roles.length > 0
}

function iconOf(view: ListedView): 'calendar' | 'board' | 'gallery' {
  const layout = layoutOf(view)
  return layout === 'grid' ? 'board' : layout
}

function tabOf({ id }: ListedView, { model, limit }: ListRoute): ListRoute {
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
