import type { Delimiter } from './detectDelimiter.ts'

/**
 * What is quoted: whatever could end a cell by any delimiter, since spreadsheets guess it, and what readers take away
 * at the ends of a cell: spaces, and a byte order mark.
 */
const special = /[",;\t|\r\n]|^\s|\s$/u

/** Writes a row of CSV, by RFC 4180, with its line end. */
export function csvLine(cells: readonly (string | null)[], delimiter: Delimiter = ','): string {
  return `${cells.map(quoted).join(delimiter)}\r\n`
}

function quoted(cell: string | null): string {
  if (cell === null) return ''
  return special.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
