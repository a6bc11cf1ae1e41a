import { useKeys } from '../../../shell/useKeys.ts'
import { useNarrow } from '../../../shell/useNarrow.ts'
import { usePanel } from './usePanel.ts'

/** What stands beside the form of a record, and its key: beside it, over it, or as a tab where there is no room. */
export function useSide() {
  const panel = usePanel()
  useKeys(['record'], { panel: () => panel.setOpen(!panel.isOpen) })
  return { ...panel, isTab: useNarrow() }
}

/** The state of what stands beside a form. */
export type Side = ReturnType<typeof useSide>
