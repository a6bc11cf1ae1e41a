/** The candidate that a mistyped word most likely means, or undefined if none is similar enough. */
export function findNearest(word: string, candidates: Iterable<string>): string | undefined {
  const limit = Math.max(1, Math.floor(word.length / 3))
  let best: string | undefined
  let bestDistance = limit + 1
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) >= bestDistance) continue
    const distance = distanceBetween(word.toLowerCase(), candidate.toLowerCase())
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance]
  }
  return best
}

/** Returns ` Did you mean "…"?` to append to a message about an unknown word, or an empty text. */
export function didYouMean(word: string, candidates: Iterable<string>): string {
  const nearest = findNearest(word.slice(0, 100), candidates)
  return nearest === undefined ? '' : ` Did you mean "${nearest}"?`
}

/** The most words that a message lists. */
const mostListed = 20

/** The same for a word of a declaration: if none is similar, the words that there are. */
export function suggest(word: string, candidates: readonly string[]): string {
  const nearest = didYouMean(word, candidates)
  if (nearest !== '' || candidates.length === 0) return nearest
  const more = candidates.length > mostListed ? ', …' : ''
  return ` There ${candidates.length === 1 ? 'is' : 'are'} ${candidates.slice(0, mostListed).join(', ')}${more}.`
}

/** The edit distance: how many letters must be changed, added, removed or swapped with the next one. */
function distanceBetween(a: string, b: string): number {
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
