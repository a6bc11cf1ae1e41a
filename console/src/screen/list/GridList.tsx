import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import type { Chip } from '../../criteria/Chip.ts'
import { positionOf } from '../../route/paging.ts'
import { findParameters, type ListRoute } from '../../route/ListRoute.ts'
import { readWhere } from '../../criteria/readWhere.ts'
import { writeChip } from '../../criteria/writeWhere.ts'
import { type Cursor, firstCell } from '../../grid/moveCursor.ts'
import { type Column, columnsOf, pathsToRead } from '../../meta/columns.ts'
import type { ModelMeta, RecordJson } from '../../meta/ModelMeta.ts'
import { colorFields } from '../../meta/ViewMeta.ts'
import type { LayoutOptions } from '../../views/ViewParts.ts'
import { useFaults, useTotal } from '../../query/listQueries.ts'
import { isFailure } from '../../service/isFailure.ts'
import { Failed } from '../../component/Failed.tsx'
import { useSession, useShell } from '../../shell/Shell.tsx'
import { BulkEditButton } from './edit/BulkEditButton.tsx'
import { useBulkEdit } from './edit/useBulkEdit.ts'
import { FilterBar } from './FilterBar.tsx'
import { EmptyList } from './EmptyList.tsx'
import { ListBar } from './ListBar.tsx'
import { ListChanged } from './ListChanged.tsx'
import { GroupedBody } from './lazyComponents.ts'
import { PeekButton } from './peek/PeekButton.tsx'
import { Pager } from './Pager.tsx'
import { Records } from './Records.tsx'
import { GroupButton, ViewButton } from './tools/ViewButton.tsx'
import { useGroupKey } from './tools/useGroupKey.ts'
import { useLivePage } from './useLivePage.ts'
import { ViewMenu } from './views/ViewMenu.tsx'

/** Loaded when somebody looks at a chart. */
const ChartPanel = lazy(async () => ({ default: (await import('./chart/ChartPanel.tsx')).ChartPanel }))

/** Only the demo loads it. */
const ListHint = lazy(async () => ({ default: (await import('./ListHint.tsx')).ListHint }))

interface GridListProps {
  readonly route: ListRoute
  readonly model: ModelMeta
  readonly tabs: ReactNode
  readonly options: LayoutOptions
  readonly onGroups: () => void
}

/** A list as a grid, page by page. */
export function GridList({ route, model, tabs, options, onGroups }: GridListProps) {
  const { words } = useShell()
  const { find } = useSession()
  const cursor = useRef<Cursor>(firstCell)
  const bulkEdit = useBulkEdit(model)
  const columns = columnsOf(model, route.fields, find)
  const list = useList(route, model, columns, options)
  const { data, error, isFetching, faults, isOther, total } = list
  const [wanted, setWanted] = useState<Chip | undefined>()
  const shouldFocus = useGroupKey(route, columns, cursor)
  const empty = <EmptyList route={route} model={model} />
  const common = { route, model, columns, options, cursor, bulkEdit, shouldFocus, empty, onFilter: setWanted }
  return (
    // What is typed after a filter is meant for what it finds.
    <div className="list" aria-busy={list.isFormer || undefined}>
      <ListBar route={route} model={model} total={total} />
      {tabs}
      {data?.records[0] ? <DemoHint model={model} record={data.records[0]} /> : null}
      <div className="list-tools">
        <FilterBar {...{ route, model, faults, wanted, onGroups }} onWanted={setWanted} />
        <div className="list-shown">
          {data ? <PeekButton route={route} page={data} cursor={cursor} /> : null}
          <BulkEditButton bulkEdit={bulkEdit} />
          <ViewMenu route={route} model={model} />
          <GroupButton route={route} model={model} columns={columns} />
          <ViewButton route={route} model={model} columns={columns} />
        </div>
      </div>
      <ChartAbove route={route} model={model} />
      <div className="list-progress" data-busy={isFetching || undefined} />
      {error && faults.every((fault) => fault === undefined) ? (
        <Failed error={error} again={() => void list.refetch()} />
      ) : null}
      {route.groupBy.length > 0 ? (
        <Suspense fallback={<div className="list-body" aria-busy="true" />}>
          <GroupedBody {...common} total={total} />
        </Suspense>
      ) : data ? (
        <Records key={route.where} {...common} page={data} live={list.live} />
      ) : (
        <div className="list-body" aria-busy={error ? undefined : true} />
      )}
      {data && (data.records.length > 0 || positionOf(route) > 0) ? (
        <Pager route={route} page={data}>
          {isOther ? <ListChanged onShow={list.settle} /> : null}
        </Pager>
      ) : null}
      <p className="visually-hidden" role="status">
        {data ? words.list.total(data.offset + 1, data.offset + data.records.length, data.total) : ''}
      </p>
    </div>
  )
}

/** What an administrator of the demo can try. */
function DemoHint({ model, record }: { readonly model: ModelMeta; readonly record: RecordJson }) {
  const { demo } = useShell()
  const { me } = useSession()
  if (demo !== model.name || !me.admin) return null
  return (
    <Suspense>
      <ListHint model={model} record={record} />
    </Suspense>
  )
}

/** The chart that the address asks for. */
function ChartAbove({ route, model }: Pick<GridListProps, 'route' | 'model'>) {
  if (route.chart === '') return null
  return (
    <Suspense fallback={<div className="chart-outline" />}>
      <ChartPanel route={route} model={model} />
    </Suspense>
  )
}

/** The page of a list, its total, and what the service says about each chip where it rejects the filter. */
function useList(route: ListRoute, model: ModelMeta, columns: readonly Column[], { colors }: LayoutOptions) {
  const { service } = useShell()
  const parameters = findParameters(route)
  parameters.set('limit', String(route.limit))
  // A list that asks about the archive marks what is in it.
  const marked = model.archive && route.where.includes('archivedOn') ? ['archivedOn'] : []
  parameters.set(
    'fields',
    [...new Set([...pathsToRead(columns), model.title, ...marked, ...colorFields(colors)])].join(','),
  )
  const position = positionOf(route)
  if (position > 0) parameters.set('total', 'false')
  const isGrouped = route.groupBy.length > 0
  const { page, total: known, ...living } = useLivePage({ model: model.name, parameters, position }, !isGrouped)
  const source = position === 0 && !isGrouped ? 'of the page' : 'asked for'
  const total = useTotal(service, model.name, route, source, known)
  const isRefused = isFailure(living.error, 'invalid-parameter') && route.where !== ''
  // Each chip is asked about alone, so that the refusal stands where it belongs.
  const faults = useFaults(service, model.name, readWhere(route.where).map(writeChip), isRefused)
  return { ...living, data: page && !isGrouped ? { ...page, total } : undefined, total, faults }
}
