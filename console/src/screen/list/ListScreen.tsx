import { lazy, type ReactNode, Suspense, useMemo, useRef } from 'react'
import { longWhere } from '../../route/longAddress.ts'
import { positionOf } from '../../route/paging.ts'
import { findParameters, type ListRoute } from '../../route/ListRoute.ts'
import type { Route } from '../../route/Route.ts'
import { readWhere } from '../../criteria/readWhere.ts'
import { writeChip } from '../../criteria/writeWhere.ts'
import { type Cursor, firstCell } from '../../grid/moveCursor.ts'
import { type Column, columnsOf } from '../../meta/columns.ts'
import type { ModelMeta } from '../../meta/ModelMeta.ts'
import { useFaults, useTotal } from '../../query/listQueries.ts'
import { isFailure } from '../../service/isFailure.ts'
import { leaveView } from '../../views/SavedView.ts'
import { Failed } from '../../component/Failed.tsx'
import { type Shell, ShellContext, useSession, useShell } from '../../shell/Shell.tsx'
import { ChartButton } from './chart/ChartButton.tsx'
import { ColumnsPanel } from './ColumnsPanel.tsx'
import { BulkEditButton } from './edit/BulkEditButton.tsx'
import { useBulkEdit } from './edit/useBulkEdit.ts'
import { FilterBar } from './FilterBar.tsx'
import { EmptyList } from './EmptyList.tsx'
import { ListBar } from './ListBar.tsx'
import { ListChanged } from './ListChanged.tsx'
import { LostFilter } from './LostFilter.tsx'
import { PeekButton } from './peek/PeekButton.tsx'
import { Pager } from './Pager.tsx'
import { Records } from './Records.tsx'
import { useLivePage } from './useLivePage.ts'
import { useViews } from './views/useViews.ts'
import { ViewTabs } from './views/ViewTabs.tsx'
import './list.css'

/** Loaded when somebody looks at a chart. */
const ChartPanel = lazy(async () => ({ default: (await import('./chart/ChartPanel.tsx')).ChartPanel }))

/** Only the demo loads it. */
const ListHint = lazy(async () => ({ default: (await import('./ListHint.tsx')).ListHint }))

/** The records of a model: found, sorted, page by page. */
export function ListScreen({ route, model }: { readonly route: ListRoute; readonly model: ModelMeta }) {
  const shell = useShell()
  const views = useViews(route)
  const { shown } = views
  const inside = useMemo<Shell>(() => {
    const leave = (next: Route) => (next.screen === 'list' ? leaveView(next, route.view) : next)
    return { ...shell, go: (next, how) => shell.go(leave(next), how) }
  }, [shell, route.view])
  if (route.where === longWhere) return <LostFilter route={route} />
  if (views.error && views.state === 'failed')
    return (
      <div className="list">
        <header className="list-bar">
          <h1>{model.label}</h1>
        </header>
        <Failed error={views.error} again={views.again} />
      </div>
    )
  if (views.state !== 'known') return <div className="list" aria-busy="true" />
  return (
    <ShellContext value={inside}>
      <List key={shown.q} route={shown} model={model} tabs={<ViewTabs views={views} />} />
    </ShellContext>
  )
}

interface ListProps {
  readonly route: ListRoute
  readonly model: ModelMeta
  readonly tabs: ReactNode
}

/** The list that the address, or the view in it, describes. */
function List({ route, model, tabs }: ListProps) {
  const { words, demo } = useShell()
  const { me, find } = useSession()
  const cursor = useRef<Cursor>(firstCell)
  const bulkEdit = useBulkEdit(model)
  const columns = columnsOf(model, route.fields, find)
  const { data, error, isFetching, refetch, faults, live, isOther, settle } = useList(route, model, columns)
  return (
    <div className="list">
      <ListBar route={route} model={model} page={data} />
      {tabs}
      {demo === model.name && me.admin && data?.records[0] ? (
        <Suspense>
          <ListHint model={model} record={data.records[0]} />
        </Suspense>
      ) : null}
      <div className="list-tools">
        <FilterBar route={route} model={model} faults={faults} />
        <div className="list-shown">
          {data ? <PeekButton route={route} page={data} cursor={cursor} /> : null}
          <BulkEditButton bulkEdit={bulkEdit} />
          <ChartButton route={route} model={model} />
          <ColumnsPanel route={route} model={model} columns={columns} />
        </div>
      </div>
      {route.chart === '' ? null : (
        <Suspense fallback={<div className="chart-outline" />}>
          <ChartPanel route={route} model={model} />
        </Suspense>
      )}
      <div className="list-progress" data-busy={isFetching || undefined} />
      {error && faults.every((fault) => fault === undefined) ? (
        <Failed error={error} again={() => void refetch()} />
      ) : null}
      {data ? (
        <Records
          key={route.where}
          {...{ route, model, columns, page: data, cursor, bulkEdit, live }}
          empty={<EmptyList route={route} model={model} />}
        />
      ) : (
        <div className="list-body" aria-busy="true" />
      )}
      {data && (data.records.length > 0 || positionOf(route) > 0) ? (
        <Pager route={route} page={data}>
          {isOther ? <ListChanged onShow={settle} /> : null}
        </Pager>
      ) : null}
      <p className="visually-hidden" role="status">
        {data ? words.list.total(data.offset + 1, data.offset + data.records.length, data.total) : ''}
      </p>
    </div>
  )
}

/** The page of a list, its total, and what the service says about each chip where it rejects the filter. */
function useList(route: ListRoute, model: ModelMeta, columns: readonly Column[]) {
  const { service } = useShell()
  const parameters = findParameters(route)
  parameters.set('limit', String(route.limit))
  parameters.set('fields', [...new Set([...columns.map(({ path }) => path), model.title])].join(','))
  const position = positionOf(route)
  if (position > 0) parameters.set('total', 'false')
  const { page, total: known, ...living } = useLivePage({ model: model.name, parameters, position })
  const total = useTotal(service, model.name, route, position === 0 ? 'of the page' : 'asked for', known)
  const isRefused = isFailure(living.error, 'invalid-parameter') && route.where !== ''
  // Each chip is asked about alone, so that the refusal stands where it belongs.
  const faults = useFaults(service, model.name, readWhere(route.where).map(writeChip), isRefused)
  return { ...living, data: page && { ...page, total }, faults }
}
