/** The candidate that a mistyped word most likely meant, or undefined when none is near enough. */
export function findNearest(word: string, candidates: Iterable<string>): string | undefined {
  const limit = Math.max(1, Math.floor(word.length / 3))
  let best: string | undefined
  let least = limit + 1
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) >= least) continue
    const steps = distance(word.toLowerCase(), candidate.toLowerCase())
    if (steps < least) [best, least] = [candidate, steps]
  }
  return best
}

/** ` Did you mean "…"?`, or nothing, to be put behind a message about an unknown word. */
export function didYouMean(word: string, candidates: Iterable<string>): string {
  const nearest = findNearest(word.slice(0, 100), candidates)
  return nearest === undefined ? '' : ` Did you mean "${nearest}"?`
}

/** How many letters must be changed, added, left out or swapped with their neighbour to make one word of the other. */
function distance(a: string, b: string): number {
  let beforePrevious: number[] = []
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swap = swapped ? (beforePrevious[j - 2] ?? 0) + 1 : Infinity
      row.push(Math.min(change, swap, (previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1))
    }
    ;[beforePrevious, previous] = [previous, row]
  }
  return previous[b.length] ?? 0
}
