import { describe, expect, it } from 'vitest'
import { all, bytesOf, fileOf } from '../../../test/harness/fileBytes.ts'
import { randomTexts } from '../../../test/harness/randomTexts.ts'
import { defaultLimits } from '../limits.ts'
import type { Cell } from '../Row.ts'
import { openZip } from '../zip/openZip.ts'
import { readSheetNames, readXlsx } from './readXlsx.ts'
import type { Sheet, SheetColumn } from './Sheet.ts'
import { UnwritableCell, writeXlsx } from './writeXlsx.ts'

const sheetOf = (columns: readonly SheetColumn[], rows: Sheet['rows'], name = 'Contacts'): Sheet => ({
  name,
  columns,
  rows,
})
const written = async (...sheets: Sheet[]) => fileOf(await bytesOf(writeXlsx(sheets)))
const words = (header: string): SheetColumn => ({ header, kind: 'words' })

async function roundTrip(columns: readonly SheetColumn[], rows: readonly (readonly Cell[])[]) {
  const [, ...read] = await all(readXlsx(await written(sheetOf(columns, rows))))
  return read.map(({ cells }) => cells)
}

describe('writeXlsx', () => {
  it('writes 100,000 random texts that are read as they were', async () => {
    const texts = randomTexts(100_000, 9)
    const rows = Array.from({ length: 20_000 }, (_, row) => [...texts.slice(row * 5, row * 5 + 5), 'end'])
    const columns = Array.from({ length: 6 }, (_, index) => words(`c${index}`))
    expect(await roundTrip(columns, rows)).toEqual(rows.map((row) => row.map((text): Cell => text || null)))
  })

  it('writes texts that look escaped, or do so with the next sign', async () => {
    const texts = ['_x000D_', '_x005F_x000D_', '_x1e5E\r', '_x1e5E\uFFFF_', '_x000d', '_x000G_', '__x0041_', '\ud800']
    expect(
      await roundTrip(
        [words('a')],
        texts.map((text) => [text]),
      ),
    ).toEqual(texts.map((text) => [text]))
  })

  it('writes values by the type of their column, and as text what a spreadsheet would change', async () => {
    const columns: SheetColumn[] = [
      { header: 'id', kind: 'number', hidden: true },
      { header: 'credit', kind: 'number', scale: 2 },
      { header: 'born', kind: 'day' },
      { header: 'seen', kind: 'moment' },
      { header: 'active', kind: 'flag' },
      words('phone'),
    ]
    expect(
      await roundTrip(columns, [
        [1, '-12.50', '2026-11-17', '2026-11-17T08:30:00.123', true, '007'],
        [2, '12345678901234567.89', '1815-12-10', '1815-12-10T00:00:00', false, '=1+1'],
        [9_007_199_254_740_991, '0.1', '1900-03-01', null, null, 'TRUE'],
      ]),
    ).toEqual([
      [1, -12.5, '2026-11-17', '2026-11-17T08:30:00.123', true, '007'],
      [2, '12345678901234567.89', '1815-12-10', '1815-12-10T00:00:00', false, '=1+1'],
      ['9007199254740991', 0.1, '1900-03-01', null, null, 'TRUE'],
    ])
  })

  it('writes no formula, whatever a text or a header is', async () => {
    const file = await written(sheetOf([words('=HYPERLINK("http://x")')], [["=cmd|' /C calc'!A0"], ['<f>1+1</f>']]))
    const zip = await openZip(file, defaultLimits)
    const xml = (await bytesOf(zip.read('xl/worksheets/sheet1.xml'))).toString()
    expect(xml).not.toMatch(/<f[ >]|<v>/)
    expect(xml.match(/t="inlineStr"/g)).toHaveLength(3)
    zip.close()
  })

  it('writes several sheets, with names that Excel takes, and hidden ones', async () => {
    const row = [['x']]
    const names = ['a/b', 'A b', "'quoted'", '', 'x'.repeat(40), '😀'.repeat(20), '<&>"', 'a\0b']
    const sheets = names.map((name) => sheetOf([words('h')], row, name))
    const file = await written(...sheets, { ...sheetOf([words('h')], row, '_tabularium'), hidden: true })
    const read = await readSheetNames(file)
    expect(read).toEqual(['a b', 'A b 2', 'quoted', 'Sheet', 'x'.repeat(28), '😀'.repeat(14), '<&>"', 'a b 3'])
    expect(await all(readXlsx(file, { sheet: '_tabularium' }))).toHaveLength(2)
  })

  it('refuses what Excel refuses to open', async () => {
    await expect(roundTrip([words('a')], [['x'.repeat(32_768)]])).rejects.toThrow(UnwritableCell)
    expect(await roundTrip([words('a')], [['x'.repeat(32_767)]])).toEqual([['x'.repeat(32_767)]])
  })

  it('fails as its rows fail, and stops them where its reader stops', async () => {
    async function* failing(): AsyncGenerator<string[], void> {
      yield ['a']
      throw new Error('The connection is lost.')
    }
    await expect(written(sheetOf([words('a')], failing()))).rejects.toThrow('The connection is lost.')
    const closed: string[] = []
    async function* endless(): AsyncGenerator<string[], void> {
      try {
        for (let row = 0; ; row++) yield [`${row}`.repeat(50)]
      } finally {
        closed.push('rows')
      }
    }
    let bytes = 0
    for await (const chunk of writeXlsx([sheetOf([words('a')], endless())]))
      if ((bytes += chunk.length) > 200_000) break
    await expect.poll(() => closed).toEqual(['rows'])
  })
})
