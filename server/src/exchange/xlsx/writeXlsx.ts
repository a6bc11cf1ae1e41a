import { defaultLimits } from '../limits.ts'
import type { Cell } from '../Row.ts'
import { writeZip, type ZipPart } from '../zip/writeZip.ts'
import { choiceLists } from './choiceLists.ts'
import { escapeText } from './escapedText.ts'
import type { Sheet, SheetColumn } from './Sheet.ts'
import { toSerial } from './serialDates.ts'
import { Styles } from './Styles.ts'
import { sheetPart, workbookParts } from './workbookParts.ts'

/** Characters that are gathered before they are packed. */
const batch = 65_536

/** A cell that can't be in a workbook: text that is too long, or a row too many. */
export class UnwritableCell extends Error {
  override readonly name = 'UnwritableCell'
}

/** Writes a workbook as a stream. Strings are strings: no formula is ever written. */
export async function* writeXlsx(sheets: readonly Sheet[]): AsyncGenerator<Buffer, void> {
  const styles = new Styles()
  const rows = sheets.map(({ columns }) => columns.map((column) => ({ ...column, style: styles.of(column) })))
  const parts = Object.entries(workbookParts(sheets, styles)).map(
    ([name, xml]): ZipPart => ({ name, chunks: [Buffer.from(xml)] }),
  )
  const written = sheets.map((sheet, index): ZipPart => {
    const writer = new SheetWriter(rows[index] ?? [], styles)
    return { name: sheetPart(index), chunks: writer.write(sheet.rows) }
  })
  yield* writeZip([...parts, ...written])
}

interface StyledColumn extends SheetColumn {
  readonly style: number
}

class SheetWriter {
  readonly #columns: readonly StyledColumn[]
  readonly #letters: readonly string[]
  readonly #words: number
  readonly #header: number

  constructor(columns: readonly StyledColumn[], { words, header }: Styles) {
    this.#columns = columns
    this.#letters = columns.map((_, index) => toLetters(index + 1))
    this.#words = words
    this.#header = header
  }

  async *write(rows: Sheet['rows']): AsyncGenerator<Buffer, void> {
    let text = this.#begin()
    let number = 1
    for await (const row of rows) {
      text += this.#row(++number, row)
      if (text.length < batch) continue
      yield Buffer.from(text)
      text = ''
    }
    yield Buffer.from(`${text}</sheetData>${choiceLists(this.#columns, this.#letters)}</worksheet>`)
  }

  #begin(): string {
    const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
    const widths = this.#columns.map(({ hidden, header }, index) => {
      const width = Math.min(Math.max(header.length + 2, 12), 60)
      const place = `min="${index + 1}" max="${index + 1}"`
      return `<col ${place} width="${width}"${hidden ? ' hidden="1"' : ''} customWidth="1"/>`
    })
    const header = this.#columns.map(({ header }, index) =>
      this.#text(`${this.#letters[index]}1`, header, this.#header),
    )
    return (
      `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns="${main}"><sheetViews>` +
      '<sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>' +
      '</sheetView></sheetViews>' +
      `${widths.length > 0 ? `<cols>${widths.join('')}</cols>` : ''}<sheetData><row r="1">${header.join('')}</row>`
    )
  }

  #row(number: number, row: readonly Cell[]): string {
    if (number > defaultLimits.sheetRows)
      throw new UnwritableCell(`A sheet has at most ${defaultLimits.sheetRows} rows: export as CSV.`)
    let cells = ''
    for (const [index, column] of this.#columns.entries())
      cells += this.#cell(`${this.#letters[index]}${number}`, row[index] ?? null, column)
    return `<row r="${number}">${cells}</row>`
  }

  #cell(place: string, value: Cell, { kind, style }: StyledColumn): string {
    if (value === null || value === '') return ''
    if (typeof value === 'boolean') return `<c r="${place}" t="b"><v>${value ? 1 : 0}</v></c>`
    const number = typeof value === 'number' ? exact(String(value)) : numberOf(value, kind)
    if (number === undefined) return this.#text(place, String(value), this.#words)
    return `<c r="${place}" s="${style}"><v>${number}</v></c>`
  }

  #text(place: string, text: string, style: number): string {
    if (text.length > defaultLimits.cellText)
      throw new UnwritableCell(
        `The text of ${place} has more than ${defaultLimits.cellText} characters: export as CSV.`,
      )
    return `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeText(text)}</t></is></c>`
  }
}

/** Text of a column as the number that a spreadsheet keeps; undefined if it has to stay text. */
function numberOf(text: string, kind: SheetColumn['kind']): string | undefined {
  if (kind === 'number') return exact(text)
  const serial = kind === 'day' || kind === 'moment' ? toSerial(text) : undefined
  return serial === undefined ? undefined : String(serial)
}

/** A number in plain digits that a spreadsheet keeps as it is: with at most 15 significant ones. */
function exact(text: string): string | undefined {
  const [, whole, fraction = ''] = /^-?(\d+)(?:\.(\d+))?$/.exec(text) ?? []
  if (whole === undefined) return undefined
  return (whole + fraction).replace(/^0+/, '').length <= 15 ? text : undefined
}

/** The letters of a column, from 1. */
function toLetters(column: number): string {
  const rest = Math.floor((column - 1) / 26)
  return (rest > 0 ? toLetters(rest) : '') + String.fromCharCode(65 + ((column - 1) % 26))
}
