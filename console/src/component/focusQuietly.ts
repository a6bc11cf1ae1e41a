const mark = 'data-quiet'

/** Focuses an input that would open its list if a person had gone to it. */
export function focusQuietly(element: HTMLElement | null | undefined): void {
  element?.setAttribute(mark, '')
  element?.focus()
  element?.removeAttribute(mark)
}

/** Whether an input gets the focus without having been gone to. */
export function isFocusedQuietly(element: EventTarget): boolean {
  return element instanceof Element && element.hasAttribute(mark)
}
