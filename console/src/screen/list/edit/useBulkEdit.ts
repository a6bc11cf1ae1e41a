import { useCallback, useState } from 'react'
import type { ModelMeta } from '../../../meta/ModelMeta.ts'
import { usePendingEdits } from '../../../query/usePendingEdits.ts'
import { useSession } from '../../../shell/Shell.tsx'
import { useKeys } from '../../../shell/useKeys.ts'
import { useNarrow } from '../../../shell/useNarrow.ts'
import type { KeepEdit } from './useInlineEdit.ts'

/** Bulk edit: edits of cells are kept over the pages of a list, to be saved together. */
export function useBulkEdit(model: ModelMeta) {
  const { me } = useSession()
  const isNarrow = useNarrow()
  const [pending, change] = usePendingEdits(model.name)
  const [isWanted, setWanted] = useState(false)
  const isOffered = !isNarrow && model.may.update !== 'none'
  // Who sees as somebody else changes nothing.
  const canBegin = isOffered && !me.seenBy
  const isOn = pending.size > 0 || (isWanted && canBegin)
  const begin = canBegin && !isOn ? () => setWanted(true) : undefined
  useKeys(['list'], begin ? { bulkEdit: begin } : {})
  const keepEdit: KeepEdit = (edit) => change({ does: 'edit', ...edit })
  const editsOf = useCallback((id: number) => pending.get(id)?.edits, [pending])
  const end = () => {
    setWanted(false)
    document.querySelector<HTMLElement>('.grid [data-cursor]')?.focus()
  }
  return {
    isOn,
    isOffered,
    mayEdit: canBegin,
    begin,
    pending,
    change,
    keepEdit: isOn ? keepEdit : undefined,
    editsOf,
    end,
  }
}

/** The pending edits of a list, and what can be done with them. */
export type BulkEdit = ReturnType<typeof useBulkEdit>
