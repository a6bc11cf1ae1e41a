/** A piece of text: in both, only in the first, or only in the second. */
export interface Piece {
  readonly is: 'same' | 'removed' | 'added'
  readonly text: string
}

const mostWords = 400
const leastCharacters = 20

/** Whether two texts have so many words that differences are easier to read in them: an address is one word. */
export function isReadByWords(before: string, after: string): boolean {
  return Math.max(before.length, after.length) > leastCharacters && [before, after].every((text) => /\s/.test(text))
}

/**
 * The differences of two texts by words, in their order. Very long texts are compared as a whole, since comparing costs
 * the product of their lengths.
 */
export function wordDiff(before: string, after: string): Piece[] {
  const a = wordsOf(before)
  const b = wordsOf(after)
  if (before === after) return before === '' ? [] : [{ is: 'same', text: before }]
  if (a.length > mostWords || b.length > mostWords) return whole(before, after)
  return joined(pieces(a, b, commonLengths(a, b)))
}

function wordsOf(text: string): string[] {
  return text.match(/\s+|[^\s]+/g) ?? []
}

/** For each pair of ends, how many words they have in common, in order. */
function commonLengths(a: readonly string[], b: readonly string[]): number[][] {
  const lengths = Array.from({ length: a.length + 1 }, () => Array.from({ length: b.length + 1 }, () => 0))
  const at = (i: number, j: number) => lengths[i]?.[j] ?? 0
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--) {
      const row = lengths[i]
      if (row) row[j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
    }
  return lengths
}

function pieces(a: readonly string[], b: readonly string[], lengths: readonly number[][]): Piece[] {
  const found: Piece[] = []
  const at = (i: number, j: number) => lengths[i]?.[j] ?? 0
  let [i, j] = [0, 0]
  while (i < a.length || j < b.length) {
    const [left, right] = [a[i], b[j]]
    if (left !== undefined && left === right) {
      found.push({ is: 'same', text: left })
      i++
      j++
    } else if (left !== undefined && (right === undefined || at(i + 1, j) >= at(i, j + 1))) {
      found.push({ is: 'removed', text: left })
      i++
    } else {
      found.push({ is: 'added', text: right ?? '' })
      j++
    }
  }
  return found
}

function joined(found: readonly Piece[]): Piece[] {
  const all: Piece[] = []
  for (const piece of found) {
    const last = all.at(-1)
    if (last?.is === piece.is) all[all.length - 1] = { is: last.is, text: last.text + piece.text }
    else all.push(piece)
  }
  return all
}

function whole(before: string, after: string): Piece[] {
  const both: Piece[] = [
    { is: 'removed', text: before },
    { is: 'added', text: after },
  ]
  return both.filter(({ text }) => text !== '')
}
