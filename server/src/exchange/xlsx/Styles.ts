import type { SheetColumn } from './Sheet.ts'

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'

/** The styles of cells that a workbook uses, by their index. */
export class Styles {
  /** Formats of numbers; those up to 163 are known to every spreadsheet. */
  readonly #codes: string[] = ['yyyy\\-mm\\-dd\\ hh:mm:ss']
  /** General, text, header, day, moment. */
  readonly #formats = [0, 49, 49, 14, 164]

  /** The style of text, which nothing calculates, even after it was edited. */
  readonly words = 1
  readonly header = 2

  /** The style of the values of a column, apart from text. */
  of({ kind, scale }: SheetColumn): number {
    if (kind === 'day') return 3
    if (kind === 'moment') return 4
    if (kind !== 'number' || scale === undefined) return 0
    const code = scale === 0 ? '0' : `0.${'0'.repeat(Math.min(scale, 30))}`
    const format = this.#indexIn(this.#codes, code) + 164
    return this.#indexIn(this.#formats, format)
  }

  #indexIn<T>(list: T[], value: T): number {
    const index = list.indexOf(value)
    return index >= 0 ? index : list.push(value) - 1
  }

  toXml(): string {
    const codes = this.#codes.map((code, index) => `<numFmt numFmtId="${index + 164}" formatCode="${code}"/>`)
    const formats = this.#formats.map((format, index) => {
      const isText = index === this.words || index === this.header
      const font = index === this.header ? ' fontId="1" applyFont="1"' : ' fontId="0"'
      const text = isText ? ' quotePrefix="1"' : ''
      return `<xf numFmtId="${format}"${font} fillId="0" borderId="0" xfId="0" applyNumberFormat="1"${text}/>`
    })
    const font = '<sz val="11"/><name val="Calibri"/>'
    return (
      `<styleSheet xmlns="${main}"><numFmts count="${codes.length}">${codes.join('')}</numFmts>` +
      `<fonts count="2"><font>${font}</font><font><b/>${font}</font></fonts>` +
      '<fills count="2"><fill><patternFill patternType="none"/></fill>' +
      '<fill><patternFill patternType="gray125"/></fill></fills>' +
      '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
      '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
      `<cellXfs count="${formats.length}">${formats.join('')}</cellXfs>` +
      '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
    )
  }
}
