import { useEffect } from 'react'

/** After a refused save the focus is at the first field that needs attention. */
export function useFocusOnFault(outcome: unknown, hasFaults: boolean): void {
  useEffect(() => {
    const first = document.querySelector<HTMLElement>(
      '.record-form [aria-invalid="true"], .record-form .input[data-invalid]',
    )
    first?.focus()
  }, [outcome, hasFaults])
}
