import type { KeyboardEvent } from 'react'

/** Ctrl and Enter apply the filter, from wherever the focus is. In a part of a date Enter alone does, as in inputs. */
export function onApplyKey(event: KeyboardEvent, apply: () => void): void {
  const isPart = event.target instanceof HTMLElement && event.target.getAttribute('role') === 'spinbutton'
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey || isPart)) return
  event.preventDefault()
  event.stopPropagation()
  apply()
}
