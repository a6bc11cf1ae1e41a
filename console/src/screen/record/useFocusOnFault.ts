import { useEffect } from 'react'
import { focusInForm } from './focusInForm.ts'

/**
 * After a refused save the focus is at the first field that needs attention. Each refusal moves it once: what is typed
 * afterwards stays where it is typed.
 */
export function useFocusOnFault(refusals: number): void {
  useEffect(() => {
    if (refusals === 0) return
    const first = document.querySelector<HTMLElement>(
      '.record-form [aria-invalid="true"], .record-form .input[data-invalid]',
    )
    focusInForm(first)
  }, [refusals])
}
