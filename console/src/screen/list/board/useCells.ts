import { useState } from 'react'
import { type BoardColumn, keyOf, whereOf } from '../../../board/BoardColumn.ts'
import type { FieldMeta, Json, ModelMeta } from '../../../meta/ModelMeta.ts'
import { useCardPages } from '../../../query/boardQueries.ts'
import { useShell } from '../../../shell/Shell.tsx'
import { type BoardCell, type BoardFilter, cellKey, type Lane } from './BoardFigures.ts'
import type { BoardParts } from './boardParts.ts'
import type { Heads } from './useHeads.ts'

/** The cards of each column in each lane that is open, page by page. */
export function useCells(
  model: ModelMeta,
  { field, lane, paths, limit }: BoardParts,
  { q, where, sortBy }: BoardFilter,
  columns: readonly BoardColumn[],
  lanes: readonly Lane[],
  heads: Heads,
) {
  const { service } = useShell()
  const [pages, setPages] = useState<ReadonlyMap<string, number>>(new Map())
  const wanted = lanes.flatMap((row) =>
    (row.isOpen ? columns : []).flatMap((column) => {
      const key = cellKey(row.column?.key, column.key)
      // Without lanes a column is always asked for: a card that was dropped in an empty one is there at once.
      if (row.column && (heads.cells.get(key) ?? 0) === 0) return []
      const tests = [[field.name, column.value] as const, ...laneTest(lane, row)]
      const text = new URLSearchParams({
        where: whereOf(where, tests),
        fields: paths.join(','),
        limit: String(limit),
        total: 'false',
        ...(q === '' ? {} : { q }),
        ...(sortBy.length === 0 ? {} : { sortBy: sortBy.join(',') }),
      })
      return Array.from({ length: pages.get(key) ?? 1 }, (_, page) => {
        const parameters = new URLSearchParams(text)
        if (page > 0) parameters.set('offset', String(page * limit))
        return { key, parameters: parameters.toString() }
      })
    }),
  )
  const results = useCardPages(
    service,
    model.name,
    wanted.map(({ parameters }) => parameters),
  )
  const cellOf = (laneKey: string | undefined, columnKey: string): BoardCell => {
    const key = cellKey(laneKey, columnKey)
    const own = results.filter((_, index) => wanted[index]?.key === key)
    const counted = heads.columns.find(({ value }) => keyOf(value) === columnKey)?.count ?? 0
    const count = laneKey === undefined ? counted : (heads.cells.get(key) ?? 0)
    return { records: own.flatMap(({ data }) => data?.records ?? []), count, isKnown: own.every(({ data }) => data) }
  }
  const more = (laneKey: string | undefined, columnKey: string) => {
    const key = cellKey(laneKey, columnKey)
    setPages((before) => new Map(before).set(key, (before.get(key) ?? 1) + 1))
  }
  return {
    cellOf,
    more,
    limit,
    isFetching: results.some(({ isFetching }) => isFetching),
    error: results.find(({ error }) => error)?.error ?? null,
    again: () => results.map(({ refetch }) => refetch()),
  }
}

function laneTest(lane: FieldMeta | undefined, { column }: Lane): (readonly [string, Json])[] {
  return lane && column ? [[lane.name, column.value]] : []
}
