import { type KeyboardEvent, useState } from 'react'
import type { FigureOf } from '../../../chart/groupHeads.ts'
import type { GridGroups, GridLine, GridRow } from '../../../grid/GridProps.ts'
import { rowOf } from '../../../grid/GridProps.ts'
import { readingKey } from '../../../grid/readingKey.ts'
import type { Selection, SelectionStep } from '../../../grid/selection.ts'
import type { Column } from '../../../meta/columns.ts'
import { isComputed, type ModelMeta, type RecordJson } from '../../../meta/ModelMeta.ts'
import type { ListRoute } from '../../../route/ListRoute.ts'
import { useSession } from '../../../shell/Shell.tsx'
import { useMoveRecord } from '../../../shell/useMoveRecord.ts'
import { drawMore, drawNote } from './drawLines.tsx'
import { GroupCard, GroupHead, type GroupHeadProps } from './GroupHead.tsx'
import { useGroupSelection } from './useGroupSelection.ts'
import type { GroupTree } from './useGroupTree.ts'
import type { GroupNode } from './useHeads.ts'

/** With more groups, they are not opened all at once. */
const mostOpened = 50

/** What the lines of a list are made from. */
export interface LinesState {
  readonly rows: readonly GridRow[]
  readonly selection: Selection
  readonly onSelect: (step: SelectionStep) => void
}

/** A line, and the group that it is the head of or in. */
interface Placed {
  readonly line: GridLine
  readonly node: GroupNode
  readonly isHead: boolean
}

interface Shared {
  readonly route: ListRoute
  readonly model: ModelMeta
  readonly columns: readonly Column[]
  readonly figures: readonly FigureOf[]
  readonly tree: GroupTree
}

/** The lines of a grouped list: heads, the rows of what is open, and the way to more of them. */
export function useGroupLines(shared: Shared, records: readonly RecordJson[]): (state: LinesState) => GridGroups {
  const { tree, route, model } = shared
  const selecting = useGroupSelection(route, model, tree)
  const drop = useDrop(shared, records)
  return (state) => {
    const headOf = (node: GroupNode): GroupHeadProps => ({
      ...shared,
      node,
      isOpen: tree.isOpen(node),
      selected: selecting.selectedOf(node, state.selection),
      onFold: () => tree.step({ does: 'fold', key: node.key, isOpen: !tree.isOpen(node) }),
      onSelect: () => void selecting.toggle(node, state.onSelect),
      onDrop: drop.onto?.(node),
    })
    const placed = placeLines(shared, state.rows, headOf)
    const lines = placed.map(({ line }) => line)
    const onDrop = (beside: GridRow) => {
      const place = placed.find(({ line }) => rowOf(line) === beside)
      if (place) drop.onto?.(place.node)?.()
    }
    return {
      lines,
      onKey: (event, index) => onGroupKey(event, placed[index], tree, headOf),
      ...(drop.onto ? { onDrag: drop.onDrag, onDrop } : {}),
    }
  }
}

/** Heads and rows in their order. Rows that left their group stay where they were. */
function placeLines(
  { tree, model }: Shared,
  rows: readonly GridRow[],
  headOf: (node: GroupNode) => GroupHeadProps,
): Placed[] {
  const left = [...rows]
  const below = (parent: GroupNode | undefined): Placed[] => {
    const heads = tree.headsOf(parent)
    const groups = heads?.groups ?? []
    const cut =
      heads && heads.total > groups.length
        ? [drawNote(`cut ${parent?.key ?? ''}`, { shown: groups.length, all: heads.total })]
        : []
    const note = parent && heads && (heads.isAwaited || heads.error) ? [drawNote(`state ${parent.key}`, heads)] : []
    const notes = [...note, ...cut].flatMap((line) =>
      (groups[0] ?? parent) ? [{ line, node: (parent ?? groups[0]) as GroupNode, isHead: false }] : [],
    )
    return [...groups.flatMap(ofGroup), ...notes]
  }
  const ofGroup = (node: GroupNode): Placed[] => {
    const head = headOf(node)
    const line: GridLine = {
      key: node.key,
      draw: (place) => <GroupHead {...head} {...place} />,
      drawCard: () => <GroupCard {...head} />,
    }
    const inside = !head.isOpen ? [] : tree.isLeaf(node) ? ofLeaf(node) : below(node)
    return [{ line, node, isHead: true }, ...inside]
  }
  const ofLeaf = (node: GroupNode): Placed[] => {
    const found = tree.recordsOf(node)
    const own = new Set(found?.records.map(({ id }) => id))
    const taken: GridRow[] = []
    while (left[0] && (own.has(left[0].id) || left[0].isOutside)) taken.push(...left.splice(0, 1))
    const missing = node.count - own.size
    const ends =
      !found || found.isAwaited || found.error ? [drawNote(`state ${node.key}`, found ?? { isAwaited: true })] : []
    const more =
      found && ends.length === 0 && missing > 0 && own.size > 0
        ? [drawMore(node.key, missing, model, () => tree.step({ does: 'more', key: node.key }))]
        : []
    const lines = [...taken.map((row): GridLine => ({ row, level: node.level + 1 })), ...ends, ...more]
    return lines.map((line) => ({ line, node, isHead: false }))
  }
  return below(undefined)
}

/** Arrows fold and open the group under the cursor; with Shift all groups of its level. */
function onGroupKey(
  event: KeyboardEvent,
  place: Placed | undefined,
  tree: GroupTree,
  headOf: (node: GroupNode) => GroupHeadProps,
): boolean {
  if (!place) return false
  const { node, isHead } = place
  const key = readingKey(event.key, event.currentTarget.matches(':dir(rtl)'))
  const head = headOf(node)
  const wants = key === 'ArrowRight' ? true : key === 'ArrowLeft' ? false : undefined
  if (event.shiftKey && wants !== undefined) {
    const many = tree.headsOf(undefined)?.groups.length ?? 0
    if (!wants || many <= mostOpened) tree.step({ does: 'all', level: node.level, isOpen: wants })
    return true
  }
  if (!isHead) return false
  if (key === 'Enter') head.onFold()
  else if (key === ' ') head.onSelect()
  else if (wants !== undefined && wants !== head.isOpen) head.onFold()
  else return false
  return true
}

/** What a row that is dropped in another group does: its field gets the value of that group. */
function useDrop({ tree, model }: Shared, records: readonly RecordJson[]) {
  const { me } = useSession()
  const move = useMoveRecord(model)
  const [dragged, setDragged] = useState<GridRow | undefined>()
  const canMove = (node: GroupNode) => {
    const { field, path, by } = node.field
    const isOwn = model.fields.includes(field) && path === field.name && by === undefined
    return isOwn && !isComputed(field) && !field.secret && field.may?.update !== 'none' && !me.seenBy
  }
  const [first] = tree.headsOf(undefined)?.groups ?? []
  const onDrag = (row: GridRow | undefined) => setDragged(row)
  if (!first || !canMove(first) || model.may.update === 'none') return { onto: undefined, onDrag }
  const onto = (node: GroupNode) => {
    if (!canMove(node)) return undefined
    return () => {
      const record = records.find(({ id }) => id === dragged?.id)
      setDragged(undefined)
      if (record && !tree.recordsOf(node)?.records.includes(record)) void move(record, node.field.field, node.value)
    }
  }
  return { onto, onDrag }
}
