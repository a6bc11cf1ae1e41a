/** Where in a file something is wrong. Rows, lines and columns are counted from 1, bytes from 0. */
export interface FilePlace {
  /** The part of a workbook, such as `xl/workbook.xml`. */
  readonly part?: string
  readonly row?: number
  readonly line?: number
  readonly column?: number
  readonly byte?: number
}

/** A file that can't be read on: it is damaged, is of another format, or costs more than a limit. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile'
  /** What is wrong, as a sentence without its full stop and without the place. */
  readonly reason: string
  readonly place: FilePlace

  constructor(reason: string, place: FilePlace = {}, cause?: unknown) {
    const shown = Object.entries(place).map(([name, value]) => (name === 'part' ? `${value}` : `${name} ${value}`))
    super(`${reason}${shown.length > 0 ? ` (${shown.join(', ')})` : ''}.`, { cause })
    this.reason = reason
    this.place = place
  }
}

/** Runs what reads a file with a package, and turns the errors of the package into one of ours. */
export function unreadable(error: unknown, reason: string, place: FilePlace = {}): UnreadableFile {
  if (error instanceof UnreadableFile) return error
  const detail = error instanceof Error ? error.message : String(error)
  return new UnreadableFile(`${reason}: ${detail.slice(0, 200)}`, place, error)
}
