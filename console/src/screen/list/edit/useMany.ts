import { useCallback, useState } from 'react'
import type { ModelMeta } from '../../../meta/ModelMeta.ts'
import { useGathered } from '../../../query/useGathered.ts'
import { useSession } from '../../../shell/Shell.tsx'
import { useKeys } from '../../../shell/useKeys.ts'
import { useNarrow } from '../../../shell/useNarrow.ts'
import type { Gather } from './useInlineEdit.ts'

/** Editing many: edits of cells are gathered over the pages of a list, to be saved together. */
export function useMany(model: ModelMeta) {
  const { me } = useSession()
  const isNarrow = useNarrow()
  const [gathered, gather] = useGathered(model.name)
  const [isWanted, setWanted] = useState(false)
  const isOffered = !isNarrow && model.may.update !== 'none'
  // Who sees as somebody else changes nothing.
  const canBegin = isOffered && !me.seenBy
  const isOn = gathered.size > 0 || (isWanted && canBegin)
  const begin = canBegin && !isOn ? () => setWanted(true) : undefined
  useKeys(['list'], begin ? { editMany: begin } : {})
  const onGather: Gather = (edit) => gather({ does: 'edit', ...edit })
  const editsOf = useCallback((id: number) => gathered.get(id)?.edits, [gathered])
  const end = () => {
    setWanted(false)
    document.querySelector<HTMLElement>('.grid [data-cursor]')?.focus()
  }
  return { isOn, isOffered, begin, gathered, gather, onGather: isOn ? onGather : undefined, editsOf, end }
}

/** The edits of a list that are gathered, and what can be done with them. */
export type Many = ReturnType<typeof useMany>
