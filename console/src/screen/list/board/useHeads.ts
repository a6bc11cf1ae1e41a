import { toCriteria } from '../../../chart/figures.ts'
import { keyOf } from '../../../board/BoardColumn.ts'
import type { ModelMeta } from '../../../meta/ModelMeta.ts'
import { useGroups } from '../../../query/listQueries.ts'
import type { GroupRequest, Groups } from '../../../chart/Groups.ts'
import { useShell } from '../../../shell/Shell.tsx'
import { type BoardFilter, cellKey } from './BoardFigures.ts'
import type { BoardParts } from './boardParts.ts'

/** The figures of columns, of lanes, and of the columns of each lane: one aggregate for each. */
export function useHeads(model: ModelMeta, { field, lane, sum }: BoardParts, filter: BoardFilter) {
  const { service } = useShell()
  const records = toCriteria(filter)
  const figures = sum ? { sum: [sum.name] } : {}
  const request = (groupBy: readonly string[], more: Partial<GroupRequest> = {}): GroupRequest => {
    return { ...records, groupBy, ...figures, limit: 1_000, ...more }
  }
  const laneName = lane?.name ?? ''
  const byColumn = useGroups(service, model.name, request([field.name]))
  const byLane = useGroups(service, model.name, request([laneName], { sortBy: ['-count'] }), lane !== undefined)
  const byBoth = useGroups(service, model.name, request([laneName, field.name]), lane !== undefined)
  const read = (groups: Groups | undefined, name: string) =>
    (groups?.groups ?? []).map((group) => ({
      value: group.group[name] ?? null,
      count: group.count,
      sum: sum && group.sum?.[sum.name],
    }))
  const cells = new Map(
    (byBoth.data?.groups ?? []).map(({ group, count }) => [
      cellKey(keyOf(group[laneName]), keyOf(group[field.name])),
      count,
    ]),
  )
  return {
    columns: read(byColumn.data, field.name),
    lanes: read(byLane.data, laneName),
    laneCount: byLane.data?.total ?? 0,
    cells,
    isKnown: byColumn.data !== undefined && (!lane || (byLane.data !== undefined && byBoth.data !== undefined)),
    error: byColumn.error ?? byLane.error ?? byBoth.error,
    again: () => Promise.all([byColumn.refetch(), ...(lane ? [byLane.refetch(), byBoth.refetch()] : [])]),
  }
}

/** The figures of a board. */
export type Heads = ReturnType<typeof useHeads>
