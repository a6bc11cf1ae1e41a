import { type ReactNode, Suspense, useMemo } from 'react'
import { longWhere } from '../../route/longAddress.ts'
import type { ListRoute } from '../../route/ListRoute.ts'
import type { Route } from '../../route/Route.ts'
import { manyOf, type ModelMeta } from '../../meta/ModelMeta.ts'
import { allOf, leaveView } from '../../views/findMeant.ts'
import { layoutOf, optionsOf } from '../../views/ViewParts.ts'
import { Failed } from '../../component/Failed.tsx'
import { type Shell, ShellContext, useShell } from '../../shell/Shell.tsx'
import { FilterBar } from './FilterBar.tsx'
import { GridList } from './GridList.tsx'
import { layoutComponents } from './layouts.ts'
import { ListBar } from './ListBar.tsx'
import { LostFilter } from './LostFilter.tsx'
import { useViews, type Views } from './views/useViews.ts'
import { ViewMenu } from './views/ViewMenu.tsx'
import { ViewTabs } from './views/ViewTabs.tsx'
import './list.css'

/** The records of a model: found, sorted, and shown as a grid or as another layout. */
export function ListScreen({ route, model }: { readonly route: ListRoute; readonly model: ModelMeta }) {
  const shell = useShell()
  const views = useViews(route, model)
  const { shown, declared } = views
  const all = allOf(declared)
  const inside = useMemo<Shell>(() => {
    const leave = (next: Route) => (next.screen === 'list' ? leaveView(next, shown.view, all) : next)
    return { ...shell, go: (next, how) => shell.go(leave(next), how) }
  }, [shell, shown.view, all])
  if (route.where === longWhere) return <LostFilter route={route} />
  if (views.error && views.state === 'failed')
    return (
      <div className="list">
        <header className="list-bar">
          <h1>{manyOf(model)}</h1>
        </header>
        <Failed error={views.error} again={views.again} />
      </div>
    )
  if (views.state !== 'known') return <div className="list" aria-busy="true" />
  const tabs = <ViewTabs views={views} />
  return (
    <ShellContext value={inside}>
      {layoutComponents[layoutOf(shown)] ? (
        <LaidOut key={shown.q} {...{ views, model, tabs }} />
      ) : (
        <GridList key={shown.q} route={shown} model={model} tabs={tabs} options={optionsOf(shown, views.current)} />
      )}
    </ShellContext>
  )
}

interface LaidOutProps {
  readonly views: Views
  readonly model: ModelMeta
  readonly tabs: ReactNode
}

/** A list whose records stand otherwise than in a grid. */
function LaidOut({ views: { shown, current }, model, tabs }: LaidOutProps) {
  const Layout = layoutComponents[layoutOf(shown)]
  return (
    <div className="list">
      <ListBar route={shown} model={model} total={undefined} />
      {tabs}
      <div className="list-tools">
        <FilterBar route={shown} model={model} faults={[]} />
        <div className="list-shown">
          <ViewMenu route={shown} model={model} />
        </div>
      </div>
      <Suspense fallback={<div className="list-body" aria-busy="true" />}>
        {Layout ? <Layout route={shown} model={model} options={optionsOf(shown, current)} /> : null}
      </Suspense>
    </div>
  )
}
