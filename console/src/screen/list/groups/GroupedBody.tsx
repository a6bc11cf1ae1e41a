import type { ReactNode, RefObject } from 'react'
import { groupFieldsOf, readGroupings } from '../../../chart/Grouping.ts'
import type { Chip } from '../../../criteria/Chip.ts'
import { Button } from '../../../component/Button.tsx'
import { Failed } from '../../../component/Failed.tsx'
import { Empty } from '../../../component/Notice.tsx'
import type { Cursor } from '../../../grid/moveCursor.ts'
import { type Column, pathsToRead } from '../../../meta/columns.ts'
import type { ModelMeta } from '../../../meta/ModelMeta.ts'
import { colorFields } from '../../../meta/ViewMeta.ts'
import type { ListRoute } from '../../../route/ListRoute.ts'
import type { Page } from '../../../service/Service.ts'
import type { LayoutOptions } from '../../../views/ViewParts.ts'
import { useSession, useShell } from '../../../shell/Shell.tsx'
import type { BulkEdit } from '../edit/useBulkEdit.ts'
import { ListChanged } from '../ListChanged.tsx'
import { Records } from '../Records.tsx'
import { figuresOf } from './figuresOf.ts'
import { useGroupLines } from './useGroupLines.tsx'
import { type GroupTree, useGroupTree } from './useGroupTree.ts'
import type { GroupNode } from './useHeads.ts'
import './groups.css'

interface GroupedBodyProps {
  readonly route: ListRoute
  readonly model: ModelMeta
  readonly columns: readonly Column[]
  readonly options: LayoutOptions
  readonly total: number | undefined
  readonly cursor: RefObject<Cursor>
  readonly bulkEdit: BulkEdit
  readonly empty: ReactNode
  readonly shouldFocus: RefObject<boolean>
  readonly onFilter: (chip: Chip) => void
}

/** The records of a list in groups. */
export function GroupedBody(props: GroupedBodyProps) {
  const { route, model } = props
  const { words, go } = useShell()
  const { find } = useSession()
  const fields = groupFieldsOf(readGroupings(route.groupBy), model, find)
  if (fields.length === 0)
    return (
      <Empty icon="missing" title={words.grid.lostGroup}>
        <Button onPress={() => go({ ...route, groupBy: [] })}>{words.grid.ungroup}</Button>
      </Empty>
    )
  // Other groups are another list: what was open in the one says nothing about the other.
  return <Groups key={route.groupBy.join(',')} {...props} fields={fields} />
}

function Groups({
  route,
  model,
  columns,
  options,
  total,
  cursor,
  bulkEdit,
  empty,
  shouldFocus,
  onFilter,
  fields,
}: GroupedBodyProps & { readonly fields: ReturnType<typeof groupFieldsOf> }) {
  const { find } = useSession()
  const figures = figuresOf(route, model, find)
  const paths = [...pathsToRead(columns), ...colorFields(options.colors)]
  const tree = useGroupTree(route, model, paths, fields, figures)
  const records = readIn(tree, undefined)
  const toGroups = useGroupLines({ route, model, columns, figures, tree }, records)
  const heads = tree.headsOf(undefined)
  if (heads?.error) return <Failed error={heads.error} again={heads.again} />
  if (!heads || heads.isAwaited) return <div className="list-body" aria-busy="true" />
  const page: Page = { records, offset: 0, total, next: undefined }
  const live = { before: new Map(), gone: tree.gone }
  return (
    <>
      <Records
        key={route.where}
        {...{ route, model, columns, options, page, cursor, bulkEdit, live, empty, shouldFocus, onFilter }}
        isEmpty={heads.groups.length === 0}
        toGroups={toGroups}
      />
      {tree.isOld ? (
        <footer className="pager">
          <ListChanged onShow={() => void tree.again()} />
        </footer>
      ) : null}
    </>
  )
}

/** The records that were read, in the order of the groups. */
function readIn(tree: GroupTree, parent: GroupNode | undefined): Page['records'] {
  const groups = tree.headsOf(parent)?.groups ?? []
  return groups
    .filter((node) => tree.isOpen(node))
    .flatMap((node) => (tree.isLeaf(node) ? (tree.recordsOf(node)?.records ?? []) : readIn(tree, node)))
}
