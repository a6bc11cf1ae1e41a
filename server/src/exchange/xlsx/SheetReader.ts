import type { FileLimits } from '../limits.ts'
import type { Cell, CellProblem, Row } from '../Row.ts'
import { UnreadableFile } from '../UnreadableFile.ts'
import { unescapeText } from './escapedText.ts'
import type { Attributes, XmlHandler, FindPlace } from './parseXml.ts'
import type { CellValue, ReadCell } from './toCell.ts'

/** What a sheet needs of its workbook. */
export interface SheetContext {
  readonly toCell: ReadCell
  readonly limits: FileLimits
  /** Hears what may not be as it looks, such as merged cells. */
  readonly warn: (message: string) => void
}

/** Makes rows of the elements of a sheet. */
export class SheetReader implements XmlHandler {
  readonly #context: SheetContext
  #rows: Row[] = []
  #row = 0
  #cells: Cell[] = []
  #problems: CellProblem[] = []
  #column = 0
  #cell: CellValue | undefined
  /** The text of the element that is open, if it belongs to the cell. */
  #text: string | undefined
  #isPhonetic = false
  /** Elements that may still come without a value: a bomb is made of nothing else. */
  #emptyLeft: number

  constructor(context: SheetContext) {
    this.#context = context
    this.#emptyLeft = context.limits.emptyElements
  }

  /** The rows that were found since the last call. */
  take(): readonly Row[] {
    const rows = this.#rows
    this.#rows = []
    return rows
  }

  open(name: string, attributes: Attributes, place: FindPlace): void {
    this.#emptyLeft -= 1
    if (this.#emptyLeft < 0) throw new UnreadableFile('The sheet is made of empty elements', place())
    if (name === 'row') this.#openRow(attributes, place)
    else if (name === 'c') this.#openCell(attributes, place)
    else if (name === 'mergeCell') this.#warnOfMerge(attributes)
    if (!this.#cell) return
    if (name === 'rPh') this.#isPhonetic = true
    else if (name === 'f') this.#cell.hasFormula = true
    else if (name === 'v' || (name === 't' && !this.#isPhonetic)) this.#text = ''
  }

  text(text: string): void {
    if (this.#text !== undefined) this.#text += text
  }

  close(name: string, place: FindPlace): void {
    if (name === 'row') this.#closeRow()
    else if (name === 'rPh') this.#isPhonetic = false
    else if (name === 'c' && this.#cell) this.#closeCell(this.#cell, place)
    else if (this.#cell && this.#text !== undefined) {
      this.#cell.text = (this.#cell.text ?? '') + this.#text
      this.#text = undefined
    }
  }

  #openRow({ r }: Attributes, place: FindPlace): void {
    const row = r === undefined ? this.#row + 1 : numberOf(r)
    const { sheetRows } = this.#context.limits
    if (row > sheetRows) throw new UnreadableFile(`A sheet has at most ${sheetRows} rows`, place())
    if (!(row > this.#row)) throw new UnreadableFile('The rows of the sheet are not in order', place())
    ;[this.#row, this.#column, this.#cells, this.#problems] = [row, 0, [], []]
  }

  #openCell({ r, t = 'n', s }: Attributes, place: FindPlace): void {
    const column = r === undefined ? this.#column + 1 : columnOf(r)
    const { sheetColumns } = this.#context.limits
    if (!(column <= sheetColumns)) throw new UnreadableFile(`A sheet has at most ${sheetColumns} columns`, place())
    if (column <= this.#column) throw new UnreadableFile('The cells of a row are not in order', place())
    this.#column = column
    this.#cell = { kind: t, style: s === undefined ? 0 : numberOf(s), text: undefined, hasFormula: false }
  }

  #closeCell(cell: CellValue, place: FindPlace): void {
    this.#cell = undefined
    const { columns, cellText, elementsOfCell } = this.#context.limits
    const text = cell.text === undefined ? undefined : unescapeText(cell.text)
    if (text !== undefined && text.length > cellText)
      throw new UnreadableFile(`A text is longer than ${cellText} characters`, place())
    const { value, problem } = this.#context.toCell({ ...cell, text })
    if (value === null && problem === undefined) return
    const index = this.#column - 1
    if (index >= columns) throw new UnreadableFile(`A row has more than ${columns} cells`, place())
    this.#emptyLeft += elementsOfCell
    while (this.#cells.length < index) this.#cells.push(null)
    this.#cells.push(value)
    if (problem !== undefined) this.#problems.push({ column: index, message: problem })
  }

  #closeRow(): void {
    if (this.#cells.length > 0)
      this.#rows.push({ row: this.#row, byte: null, cells: this.#cells, problems: this.#problems })
    this.#cells = []
  }

  #warnOfMerge({ ref = '' }: Attributes): void {
    this.#context.warn(`The cells ${ref.slice(0, 20)} are merged: the value is in the first, and the others are empty`)
  }
}

/** A number in plain digits; none is not a number. */
function numberOf(text: string): number {
  return /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN
}

/** The number of a column in a reference such as `AB12`; of a reference that is none, not a number. */
function columnOf(reference: string): number {
  let [column, at] = [0, 0]
  for (; at < reference.length; at++) {
    const letter = reference.charCodeAt(at) - 64
    if (letter < 1 || letter > 26) break
    column = column * 26 + letter
  }
  const isReference = at > 0 && at <= 3 && at < reference.length && /^\d{1,7}$/.test(reference.slice(at))
  return isReference ? column : Number.NaN
}
