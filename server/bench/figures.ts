/** The median of several figures. */
export function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  return ((sorted[Math.ceil(middle) - 1] ?? Number.NaN) + (sorted[Math.floor(middle)] ?? Number.NaN)) / 2
}

/** The spread of the figures of several rounds: the 10th and the 90th percentile relative to the median. */
export function spread(figures: readonly number[]): { low: number; high: number } {
  const sorted = figures.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))] ?? Number.NaN
  return { low: at(0.1) / median(sorted), high: at(0.9) / median(sorted) }
}

/** The time of a fixed piece of work in milliseconds. It is always the same on an idle machine. */
export function timeFixedWork(): number {
  const start = performance.now()
  let state = 1
  for (let n = 0; n < 1_000_000; n++) state = (state * 48_271) % 2_147_483_647
  if (state === 0) throw new Error('The generator must never reach 0.')
  return performance.now() - start
}

/** Parses a size such as 10k or 1M. */
export function parseSize(text: string): number {
  const [, digits, unit = ''] = /^(\d+)([kM]?)$/.exec(text) ?? []
  const size = Number(digits) * (unit === 'k' ? 1_000 : unit === 'M' ? 1_000_000 : 1)
  if (!(size >= 1_000)) throw new TypeError(`A size is a number from 1k on, such as 10k or 1M, and not ${text}.`)
  return size
}

/** A size as text, such as 10k or 1M. */
export function showSize(size: number): string {
  if (size % 1_000_000 === 0) return `${size / 1_000_000}M`
  return size % 1_000 === 0 ? `${size / 1_000}k` : `${size}`
}

/** Rows of cells as columns of equal width. */
export function showTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)))
  const line = (row: readonly string[]) =>
    row.map((cell, index) => (index === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[index] ?? 0))).join('  ')
  return rows.map(line).join('\n')
}
