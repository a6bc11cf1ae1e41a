import { type ReactNode, Suspense, useMemo, useState } from 'react'
import { longWhere } from '../../route/longAddress.ts'
import type { ListRoute } from '../../route/ListRoute.ts'
import type { Route } from '../../route/Route.ts'
import { manyOf, type ModelMeta } from '../../meta/ModelMeta.ts'
import { allOf, leaveView } from '../../views/findMeant.ts'
import { layoutOf, optionsOf } from '../../views/ViewParts.ts'
import { Failed } from '../../component/Failed.tsx'
import { type Shell, ShellContext, useShell } from '../../shell/Shell.tsx'
import { useKeys } from '../../shell/useKeys.ts'
import { FilterBar } from './FilterBar.tsx'
import { GridList } from './GridList.tsx'
import { layoutComponents } from './layouts.ts'
import { GroupedFilter } from './lazyComponents.ts'
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
  return (
    <ShellContext value={inside}>
      <BesideFilter route={shown} model={model}>
        {(onGroups) =>
          layoutComponents[layoutOf(shown)] ? (
            <LaidOut key={shown.q} {...{ views, model, onGroups }} />
          ) : (
            <GridList
              key={shown.q}
              {...{ model, onGroups }}
              route={shown}
              tabs={<ViewTabs views={views} />}
              options={optionsOf(shown, views.current)}
            />
          )
        }
      </BesideFilter>
    </ShellContext>
  )
}

/** A list, with its filter in groups beside it where somebody wants it. */
function BesideFilter({
  route,
  model,
  children,
}: {
  readonly route: ListRoute
  readonly model: ModelMeta
  readonly children: (onGroups: () => void) => ReactNode
}) {
  const [isOpen, setOpen] = useState(false)
  useKeys(['list'], { filterGroups: () => setOpen(!isOpen) })
  return (
    <div className="list-with-filter">
      {children(() => setOpen(true))}
      {isOpen ? (
        <Suspense fallback={<div className="list-beside" />}>
          <GroupedFilter route={route} model={model} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </div>
  )
}

interface LaidOutProps {
  readonly views: Views
  readonly model: ModelMeta
  readonly onGroups: () => void
}

/** A list whose records stand otherwise than in a grid. */
function LaidOut({ views, model, onGroups }: LaidOutProps) {
  const { shown, current } = views
  const Layout = layoutComponents[layoutOf(shown)]
  return (
    <div className="list">
      <ListBar route={shown} model={model} total={undefined} />
      <ViewTabs views={views} />
      <div className="list-tools">
        <FilterBar route={shown} {...{ model, onGroups }} faults={[]} />
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
