/**
 * Moves the focus to an element that is a button, or to the first button in it. It is for a button that removes itself:
 * the focus would be lost with it.
 */
export function focusButtonOf(element: Element | null | undefined): void {
  const button = element?.matches('button') ? element : element?.querySelector('button')
  if (button instanceof HTMLElement) button.focus()
}
