/** How a column is sorted. */
export type Sorted = 'ascending' | 'descending' | 'none'

/** How a column is sorted by this order, if it comes first in it. */
export function sortedBy(sortBy: readonly string[], path: string): Sorted {
  const [first] = sortBy
  if (first === path) return 'ascending'
  return first === `-${path}` ? 'descending' : 'none'
}

/** The order after a press on the head of a column: ascending, descending, then as it was without it. */
export function nextOrder(sortBy: readonly string[], path: string): string[] {
  const now = sortedBy(sortBy, path)
  if (now === 'none') return [path]
  return now === 'ascending' ? [`-${path}`] : []
}
