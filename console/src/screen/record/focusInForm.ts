/** Gives the focus to a part of a form. The tab that it is in comes to the front. */
export function focusInForm(part: HTMLElement | null | undefined, focus = focusPart): void {
  const panel = part?.closest('[role="tabpanel"][hidden]')
  if (!panel) return focus(part)
  document.getElementById(panel.getAttribute('aria-labelledby') ?? '')?.click()
  requestAnimationFrame(() => focus(part))
}

function focusPart(part: HTMLElement | null | undefined): void {
  part?.focus()
}
