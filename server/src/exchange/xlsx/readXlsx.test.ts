import { describe, expect, it } from 'vitest'
import {
  all,
  fileOf,
  mainSchema,
  relation,
  sheetXml,
  type WorkbookParts,
  workbookOf,
} from '../../../test/harness/fileBytes.ts'
import { readSheetNames, readXlsx, type XlsxOptions } from './readXlsx.ts'

const rowsOf = (parts: WorkbookParts, options: XlsxOptions = {}) => all(readXlsx(fileOf(workbookOf(parts)), options))
const cellsOf = async (parts: WorkbookParts, options: XlsxOptions = {}) =>
  (await rowsOf(parts, options)).map(({ cells }) => cells)
const strings = (...texts: readonly string[]) =>
  `<sst xmlns="${mainSchema}">${texts.map((text) => `<si>${text}</si>`).join('')}</sst>`
/** Styles as Excel writes them: general, a date, a date of its own format, a time, a duration. */
const styles =
  '<numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/>' +
  '<numFmt numFmtId="165" formatCode="[h]:mm"/>' +
  '</numFmts><cellStyleXfs count="1"><xf numFmtId="14"/></cellStyleXfs><cellXfs count="5"><xf numFmtId="0"/>' +
  '<xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="20"/><xf numFmtId="165"/></cellXfs>'

describe('cells', () => {
  it('of all types are values', async () => {
    const sheet =
      '<row r="1" spans="1:9"><c r="A1" t="s"><v>1</v></c><c r="B1" t="inlineStr"><is><t>in line</t></is></c>' +
      '<c r="C1"><v>-12.5</v></c><c r="D1" t="b"><v>1</v></c><c r="E1" t="b"><v>0</v></c>' +
      '<c r="F1" t="str"><f>A1</f><v>x</v></c>' +
      '<c r="G1" t="d"><v>2026-11-17</v></c><c r="H1" t="n"><v>12.300000000000001</v></c>' +
      '<c r="I1"><v>9007199254740991</v></c></row>'
    const cells = await cellsOf({ sheet, strings: strings('<t>first</t>', '<t>second</t>') })
    expect(cells).toEqual([['second', 'in line', -12.5, true, false, 'x', '2026-11-17', 12.3, 9_007_199_254_740_991]])
  })

  it('have the text of all runs, without reading aids, with spaces, entities and escapes', async () => {
    const rich =
      '<r><rPr><b/></rPr><t xml:space="preserve">rich </t></r><r><t>text</t></r><rPh sb="0" eb="1"><t>aid</t></rPh>'
    const shared = strings(
      rich,
      '<t xml:space="preserve"> a &amp; b&#10;&lt;c&gt; </t>',
      '<t>_x000D_ _x005F_x000D_</t>',
      '<t/>',
    )
    const sheet =
      `<row><c t="s"><v>0</v></c><c t="s"><v>1</v></c><c t="s"><v>2</v></c><c t="s"><v>3</v></c>` +
      `<c t="inlineStr"><is>${rich}</is></c><c><v><![CDATA[7]]></v></c></row>`
    expect(await cellsOf({ sheet, strings: shared })).toEqual([
      ['rich text', ' a & b\n<c> ', '\r _x000D_', null, 'rich text', 7],
    ])
  })

  it('of dates are dates, by 1900 and by 1904, and durations are numbers', async () => {
    const sheet =
      '<row r="1"><c r="A1" s="1"><v>45000</v></c><c r="B1" s="2"><v>45000.354166666664</v></c>' +
      '<c r="C1" s="3"><v>0.5</v></c>' +
      '<c r="D1" s="4"><v>1.5</v></c><c r="E1" s="0"><v>45000</v></c></row>'
    expect(await cellsOf({ sheet, styles })).toEqual([['2023-03-15', '2023-03-15T08:30:00', '12:00:00', 1.5, 45_000]])
    const workbook = '<workbookPr date1904="1"/><sheets><sheet name="a" sheetId="1" r:id="r1"/></sheets>'
    expect(await cellsOf({ sheet: sheet.replaceAll('45000', '43538'), styles, workbook })).toEqual([
      ['2023-03-15', '2023-03-15T08:30:00', '12:00:00', 1.5, 43_538],
    ])
  })

  it('that cannot be used are problems with their column, and the others of the row are read', async () => {
    const sheet =
      '<row r="3"><c r="A3"><v>1</v></c><c r="B3" t="e"><v>#N/A</v></c><c r="C3"><f>1+1</f></c>' +
      '<c r="D3" t="s"><v>99</v></c>' +
      '<c r="E3" t="s"><v>__proto__</v></c><c r="F3" s="1"><v>1E308</v></c><c r="G3"><v>1e999</v></c>' +
      '<c r="H3"><v>0x10</v></c>' +
      '<c r="I3" t="b"><v>2</v></c><c r="J3" t="zz"><v>2</v></c><c r="K3" s="1"><v>60</v></c>' +
      '<c r="L3"><v>2</v></c></row>'
    const [row] = await rowsOf({ sheet, styles, strings: strings('<t>a</t>') })
    expect(row?.cells).toEqual([1, ...Array.from({ length: 10 }, () => null), 2])
    expect(row?.row).toBe(3)
    expect(row?.problems.map(({ column, message }) => [column, message])).toEqual([
      [1, 'is the error #N/A'],
      [2, 'has a formula without a calculated value: open the file and save it'],
      [3, 'refers to the shared text 99, which does not exist'],
      [4, 'refers to the shared text __proto__, which does not exist'],
      [5, 'has the number 1E308, which is no date'],
      [6, 'has the number 1e999, which is none'],
      [7, 'has the number 0x10, which is none'],
      [8, 'is neither true nor false'],
      [9, 'is of the unknown type "zz"'],
      [10, 'has the number 60, which is no date'],
    ])
  })

  it('that a formula left empty are empty', async () => {
    expect(await cellsOf({ sheet: '<row><c><v>1</v></c><c t="str"><f>""</f><v></v></c></row>' })).toEqual([[1]])
  })
})

describe('sheets', () => {
  it('may be sparse: rows and columns keep their places', async () => {
    const sheet =
      '<row r="2"><c r="C2"><v>1</v></c></row><row r="9"/><row r="1048576"><c r="A1048576"><v>2</v></c></row>'
    expect((await rowsOf({ sheet })).map(({ row, cells }) => [row, cells])).toEqual([
      [2, [null, null, 1]],
      [1_048_576, [2]],
    ])
  })

  it('may be formatted to the last column, if what is filled is not', async () => {
    const empty = Array.from({ length: 600 }, () => '<c s="1"/>').join('')
    expect(await cellsOf({ sheet: `<row><c><v>1</v></c>${empty}</row>` })).toEqual([[1]])
    await expect(cellsOf({ sheet: `<row>${empty}<c><v>1</v></c></row>` })).rejects.toThrow('more than 500 cells')
  })

  it('may have prefixes and no references, as some programs write them', async () => {
    const rows =
      '<x:row><x:c><x:v>1</x:v></x:c></x:row><x:row><x:c t="inlineStr"><x:is><x:t>a</x:t></x:is></x:c></x:row>'
    const data = `<x:sheetData>${rows}</x:sheetData>`
    const sheet = `<?xml version="1.0"?><x:worksheet xmlns:x="${mainSchema}">${data}</x:worksheet>`
    expect(await cellsOf({ sheet })).toEqual([[1], ['a']])
  })

  it('are the first that is visible, or the one that is asked for', async () => {
    const workbook =
      '<sheets><sheet name="Notes" sheetId="1" state="veryHidden" r:id="r2"/>' +
      '<sheet name="Contacts" sheetId="2" r:id="r1"/>' +
      '<sheet name="R&amp;D" sheetId="3" r:id="r3"/><sheet name="Gone" sheetId="4" r:id="r9"/></sheets>'
    const parts = {
      workbook,
      sheet: '<row><c><v>1</v></c></row>',
      relations: relation('r2', 'worksheet', 'worksheets/a.xml') + relation('r3', 'worksheet', '/xl/worksheets/B.xml'),
      more: [
        ['xl/worksheets/a.xml', sheetXml('<row><c><v>2</v></c></row>')],
        ['xl/worksheets/b.xml', sheetXml('<row><c><v>3</v></c></row>')],
      ] as const,
    }
    expect(await readSheetNames(fileOf(workbookOf(parts)))).toEqual(['Contacts', 'R&D'])
    expect(await cellsOf(parts)).toEqual([[1]])
    expect(await cellsOf(parts, { sheet: 'R&D' })).toEqual([[3]])
    await expect(cellsOf(parts, { sheet: 'Nobody' })).rejects.toThrow('no sheet "Nobody"')
  })

  it('warn of merged cells, whose value is in the first', async () => {
    const warnings: string[] = []
    const cell = '<row><c><v>1</v></c><c/></row>'
    const sheet = sheetXml(cell, '<mergeCells count="1"><mergeCell ref="A1:B2"/></mergeCells>')
    expect(await cellsOf({ sheet }, { warn: (message) => warnings.push(message) })).toEqual([[1]])
    expect(warnings).toEqual(['The cells A1:B2 are merged: the value is in the first, and the others are empty'])
  })

  it('that are wrong are refused with the part, line and column', async () => {
    const fault = (sheet: string) => rowsOf({ sheet }).catch((error) => error)
    expect(await fault('<row><c><v>1</v></row>')).toMatchObject({
      message: expect.stringMatching(
        /^The part is no XML: unexpected close tag \(xl\/worksheets\/sheet1.xml, line 1, column \d+\)/,
      ),
    })
    for (const [rows, message] of [
      ['<row r="2"/><row r="2"/>', 'rows of the sheet are not in order'],
      ['<row r="5"/><row r="x"/>', 'rows of the sheet are not in order'],
      ['<row><c r="B1"/><c r="A1"/></row>', 'cells of a row are not in order'],
      ['<row><c r="1A"/></row>', 'at most 16384 columns'],
    ] as const)
      expect(await fault(rows)).toMatchObject({ message: expect.stringContaining(message), place: { line: 1 } })
  })
})
