import { useState } from 'react'
import { toColumn } from '../../../board/BoardColumn.ts'
import { asText } from '../../../field/kinds.ts'
import type { Json } from '../../../meta/ModelMeta.ts'
import { useShell } from '../../../shell/Shell.tsx'
import { type Lane, none } from './BoardFigures.ts'
import type { BoardParts } from './boardParts.ts'
import type { Heads } from './useHeads.ts'

/** How many lanes there are at most, and how many of them are open at first. */
const [mostLanes, mostOpen] = [20, 8]

/** The lanes with their figures. Those without cards are folded, and so are the last ones of many. */
export function useLanes({ lane }: BoardParts, { lanes, laneCount }: Heads) {
  const { words } = useShell()
  const [folded, setFolded] = useState<ReadonlyMap<string, boolean>>(new Map())
  const declared = lane?.type === 'choice' ? (lane.values ?? []) : []
  const rankOf = (value: Json) => (value === null ? -1 : declared.indexOf(asText(value)))
  const counted = lanes.slice(0, mostLanes)
  const absent = declared.filter(
    (value) => !lane?.retired?.includes(value) && !lanes.some((each) => each.value === value),
  )
  const all = [...counted, ...absent.map((value) => ({ value, ...none }))]
  const sorted = declared.length > 0 ? all.toSorted((one, other) => rankOf(one.value) - rankOf(other.value)) : all
  const shown: readonly Lane[] = lane
    ? sorted.map(({ value, count, sum }, index) => {
        const column = toColumn(value, lane, words)
        return { column, count, sum, isOpen: folded.get(column.key) ?? (count > 0 && index < mostOpen) }
      })
    : [{ column: undefined, ...none, isOpen: true }]
  const fold = (key: string, isOpen: boolean) => setFolded((before) => new Map(before).set(key, isOpen))
  return { shown, hidden: Math.max(0, laneCount - counted.length), fold }
}
