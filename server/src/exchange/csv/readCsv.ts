import { CsvError, Parser } from 'csv-parse'
import { decodeText } from '../decodeText.ts'
import { takeSample } from '../inPieces.ts'
import { defaultLimits, type FileLimits } from '../limits.ts'
import type { Cell, Row } from '../Row.ts'
import { UnreadableFile, unreadable } from '../UnreadableFile.ts'
import { type Delimiter, detectDelimiter } from './detectDelimiter.ts'

/** How many bytes are looked at to tell the delimiter. */
const sampleSize = 65_536

export interface CsvOptions {
  /** The name of the encoding; without one it is detected. */
  readonly encoding?: string | undefined
  /** What separates cells; without one it is detected. */
  readonly delimiter?: Delimiter | undefined
  readonly limits?: Partial<FileLimits>
}

/** Reads CSV row by row. Cells are text as it is written, not yet rearmed: only the type of a field knows its text. */
export async function* readCsv(
  chunks: AsyncIterable<Uint8Array>,
  { encoding, delimiter, limits }: CsvOptions = {},
): AsyncGenerator<Row, void> {
  const { sample, pieces } = await takeSample(decodeText(chunks, encoding), sampleSize)
  const records = new CsvRecords(delimiter ?? detectDelimiter(sample.toString()), { ...defaultLimits, ...limits })
  for await (const piece of pieces) {
    await records.write(piece)
    yield* records.take()
  }
  await records.end()
  yield* records.take()
}

const faults: Readonly<Record<string, string>> = {
  CSV_INVALID_CLOSING_QUOTE: 'A quote inside a quoted cell must be doubled',
  INVALID_OPENING_QUOTE: 'A cell with a quote inside must begin with a quote, and the inner one must be doubled',
  CSV_QUOTE_NOT_CLOSED: 'A quote is opened and never closed',
}

/** The parser, with the rows that it has found. They never lie in its stream, which would hold them one by one. */
class CsvRecords {
  readonly #parser: Parser
  readonly #limits: FileLimits
  #found: Row[] = []
  #written = 0
  /** Where the record begins that is being read. */
  #next = { row: 1, line: 1, byte: 0 }

  constructor(delimiter: Delimiter, limits: FileLimits) {
    this.#limits = limits
    this.#parser = new Parser({
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      on_record: (cells: string[], { bytes, lines }) => this.#add(cells, bytes, lines),
    })
    // Errors are those of the write that caused them.
    this.#parser.on('error', () => {})
  }

  async write(piece: Buffer): Promise<void> {
    if (piece.length === 0) return
    this.#written += piece.length
    await new Promise<void>((resolve, reject) => {
      this.#parser.write(piece, (error) => (error ? reject(this.#explain(error)) : resolve()))
    })
    const { byte, ...place } = this.#next
    if (this.#written - byte <= this.#limits.record) return
    throw new UnreadableFile(
      `A row is longer than ${this.#limits.record} bytes; perhaps a quote in it is never closed`,
      place,
    )
  }

  async end(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#parser.once('error', (error) => reject(this.#explain(error)))
      this.#parser.once('finish', resolve)
      this.#parser.end()
    })
  }

  /** The rows that were found since the last call. */
  take(): readonly Row[] {
    const found = this.#found
    this.#found = []
    return found
  }

  #add(texts: readonly string[], end: number, line: number): null {
    const { row, byte } = this.#next
    const cells: Cell[] = texts.map((text) => (text === '' ? null : text))
    while (cells.at(-1) === null) cells.pop()
    if (row > this.#limits.rows) throw new UnreadableFile(`The file has more than ${this.#limits.rows} rows`)
    if (cells.length > this.#limits.columns)
      throw new UnreadableFile(`A row has more than ${this.#limits.columns} cells`, { row, line })
    if (cells.length > 0) this.#found.push({ row, byte, cells, problems: [] })
    this.#next = { row: row + 1, line: line + 1, byte: end }
    return null
  }

  #explain(error: Error): UnreadableFile {
    const reason = error instanceof CsvError ? faults[error.code] : undefined
    if (reason === undefined || !(error instanceof CsvError)) return unreadable(error, 'The file is no CSV')
    const isOpen = error.code === 'CSV_QUOTE_NOT_CLOSED'
    const line = isOpen ? this.#next.line : this.#parser.info.lines
    const column = typeof error['column'] === 'number' ? { column: error['column'] + 1 } : {}
    return new UnreadableFile(reason, { row: this.#next.row, line, ...column }, error)
  }
}
