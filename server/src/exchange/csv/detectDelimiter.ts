/** What can separate the cells of a row. */
export const delimiters = [',', ';', '\t', '|'] as const

export type Delimiter = (typeof delimiters)[number]

/** How many lines are looked at. */
const maxLines = 50

/** The delimiter that most of the first lines have equally often, outside quotes; a comma if there is none. */
export function detectDelimiter(sample: string): Delimiter {
  const lines = countInLines(sample)
  const ranked = delimiters.map((delimiter, index) => {
    const counts = lines.map((line) => line[index] ?? 0).filter((count) => count > 0)
    const share = new Map<number, number>()
    for (const count of counts) share.set(count, (share.get(count) ?? 0) + 1)
    const [most = [0, 0]] = [...share].sort(([a, ofA], [b, ofB]) => ofB - ofA || b - a)
    return { delimiter, lines: most[1], count: most[0] }
  })
  const [best] = ranked.sort((a, b) => b.lines - a.lines || b.count - a.count)
  return best && best.lines > 0 ? best.delimiter : ','
}

/** How often each delimiter is in each line. The last line may not be whole, and counts only if it is the only one. */
function countInLines(sample: string): number[][] {
  const lines: number[][] = []
  let line = delimiters.map(() => 0)
  let isQuoted = false
  for (const character of sample) {
    if (character === '"') isQuoted = !isQuoted
    if (isQuoted) continue
    if (character === '\n' || character === '\r') {
      if (line.some((count) => count > 0)) lines.push(line)
      if (lines.length === maxLines) return lines
      line = delimiters.map(() => 0)
    }
    const index = delimiters.indexOf(character as Delimiter)
    if (index >= 0) line[index] = (line[index] ?? 0) + 1
  }
  return lines.length > 0 ? lines : [line]
}
