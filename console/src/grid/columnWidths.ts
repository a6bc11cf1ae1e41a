/** The narrowest column, in pixels. */
export const narrowest = 48

/** No column becomes wider by what it shows. */
const widest = 640

/** The heads of the columns beside an element of one of them. */
export function headsOf(element: Element): HTMLElement[] {
  return [...(element.closest('tr')?.querySelectorAll<HTMLElement>('th[data-column]') ?? [])]
}

/** How wide columns are now. */
export function widthsOf(heads: readonly HTMLElement[]): Record<string, number> {
  return Object.fromEntries(heads.map((head) => [head.dataset['column'] ?? '', Math.round(head.offsetWidth)]))
}

/** The widths of columns, one of which is as wide as what it shows. */
export function fitWidths(heads: readonly HTMLElement[], id: string): Record<string, number> {
  const before = widthsOf(heads)
  const index = heads.findIndex((head) => head.dataset['column'] === id)
  const head = heads[index]
  const rows = head?.closest('table')?.querySelectorAll<HTMLTableRowElement>('tr.grid-row') ?? []
  const cells = [...rows].flatMap((row) => row.cells[index + 1] ?? [])
  const wanted = Math.max(narrowest, ...[...(head ? [head] : []), ...cells].map(shownWidth))
  return { ...before, [id]: Math.min(wanted, widest) }
}

/** A column that is this much wider. */
export function widen(heads: readonly HTMLElement[], id: string, by: number): Record<string, number> {
  const before = widthsOf(heads)
  return { ...before, [id]: Math.max(narrowest, (before[id] ?? 0) + by) }
}

/** How wide what a cell shows is, with the room around it. */
function shownWidth(cell: HTMLElement): number {
  const range = document.createRange()
  range.selectNodeContents(cell)
  const { paddingInlineStart, paddingInlineEnd } = getComputedStyle(cell)
  const room = Number.parseFloat(paddingInlineStart) + Number.parseFloat(paddingInlineEnd)
  return Math.ceil(range.getBoundingClientRect().width + room + 1)
}
