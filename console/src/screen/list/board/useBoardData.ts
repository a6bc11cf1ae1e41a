import { boardColumns, keyOf, mostColumns } from '../../../board/BoardColumn.ts'
import { type FieldMeta, type Json, type ModelMeta, titleOf } from '../../../meta/ModelMeta.ts'
import { useCardPages } from '../../../query/boardQueries.ts'
import { useSession, useShell } from '../../../shell/Shell.tsx'
import { type BoardFilter, type Figures, none } from './BoardFigures.ts'
import type { BoardParts } from './boardParts.ts'
import { useCells } from './useCells.ts'
import { useHeads } from './useHeads.ts'
import { useLanes } from './useLanes.ts'

/** Everything that a board shows: its columns with their figures, its lanes, and the first cards of each column. */
export function useBoardData(model: ModelMeta, parts: BoardParts, filter: BoardFilter) {
  const heads = useHeads(model, parts, filter)
  const targets = useTargets(parts.field)
  const { words } = useShell()
  const isTooWide = targets.tooMany
  const counted = heads.columns.map(({ value }) => value)
  const columns =
    heads.isKnown && targets.isKnown && !isTooWide
      ? boardColumns(model, parts.field, { counted, targets: targets.values }, words)
      : []
  const lanes = useLanes(parts, heads)
  const cells = useCells(model, parts, filter, columns, lanes.shown, heads)
  const failed = [heads, targets, cells].find(({ error }) => error !== null)
  const figuresOf = (key: string): Figures => heads.columns.find(({ value }) => keyOf(value) === key) ?? none
  const again = () => void Promise.all([heads.again(), ...cells.again()])
  const isKnown = heads.isKnown && targets.isKnown
  return { columns, lanes, cells, figuresOf, isTooWide, isKnown, error: failed?.error ?? null, again }
}

/** Everything that a board shows. */
export type BoardData = ReturnType<typeof useBoardData>

/** The records that a reference may lead to, in the order of their own list. */
function useTargets(field: FieldMeta) {
  const { service } = useShell()
  const { find } = useSession()
  const target = field.type === 'reference' ? find(field.target ?? '') : undefined
  const parameters = new URLSearchParams({
    limit: String(mostColumns + 1),
    total: 'false',
    fields: target?.title ?? '',
  })
  const sortBy = target?.sortBy?.join(',') ?? target?.title
  if (sortBy !== undefined) parameters.set('sortBy', sortBy)
  const [page] = useCardPages(service, target?.name ?? '', target ? [parameters.toString()] : [])
  const records = page?.data?.records ?? []
  const values = target ? records.map((record): Json => ({ id: record.id, title: titleOf(target, record) })) : []
  return {
    values,
    tooMany: values.length > mostColumns,
    isKnown: !target || page?.data !== undefined,
    error: page?.error ?? null,
  }
}
