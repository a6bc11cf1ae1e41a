import { describe, expect, it } from 'vitest'
import { all, bytesOf, chunksOf } from '../../../test/harness/fileBytes.ts'
import { randomTexts } from '../../../test/harness/randomTexts.ts'
import type { Cell } from '../Row.ts'
import { UnreadableFile } from '../UnreadableFile.ts'
import { csvLine } from './csvLine.ts'
import { delimiters } from './detectDelimiter.ts'
import { disarm, rearm } from './disarm.ts'
import { type CsvOptions, readCsv } from './readCsv.ts'

const rowsOf = (text: string | Buffer, options: CsvOptions = {}, size = 65_536) =>
  all(readCsv(chunksOf(text, size), options))
const cellsOf = async (...given: Parameters<typeof rowsOf>) => (await rowsOf(...given)).map(({ cells }) => cells)
const faultOf = (...given: Parameters<typeof rowsOf>): Promise<unknown> => rowsOf(...given).catch((error) => error)

describe('readCsv', () => {
  it('counts rows as spreadsheets do, and knows the byte of each', async () => {
    const text = 'id,name\r\n1,"two\nlines"\r\n\r\n,\r\n2,Zoë\r\n3,x'
    const rows = await rowsOf(text)
    expect(rows.map(({ row, cells }) => [row, cells])).toEqual([
      [1, ['id', 'name']],
      [2, ['1', 'two\nlines']],
      [5, ['2', 'Zoë']],
      [6, ['3', 'x']],
    ])
    const starts = rows.map(({ byte }) =>
      Buffer.from(text)
        .subarray(byte ?? -1)
        .toString()
        .slice(0, 2),
    )
    expect(starts).toEqual(['id', '1,', '2,', '3,'])
  })

  it('goes on from the byte of any row as it read it before', async () => {
    const text = randomTexts(300, 31)
      .map((one, index) => csvLine([String(index), one]))
      .join('')
    const rows = await rowsOf(text, { delimiter: ',' })
    for (const { byte, cells } of rows.filter((_, index) => index % 17 === 0)) {
      const [first] = await rowsOf(Buffer.from(text).subarray(byte ?? -1), { delimiter: ',' })
      expect(first?.cells).toEqual(cells)
    }
  })

  it('takes rows of different lengths, line ends of all kinds, and a file without the last one', async () => {
    expect(await cellsOf('a,b\n1\r\n1,2,3\r4,,,\n"5"')).toEqual([['a', 'b'], ['1'], ['1', '2', '3'], ['4'], ['5']])
    expect(await cellsOf('')).toEqual([])
    expect(await cellsOf('\n\n')).toEqual([])
  })

  it('gives empty cells as null, quoted or not', async () => {
    expect(await cellsOf('a,,"",b\n')).toEqual([['a', null, null, 'b']])
  })

  it.each(delimiters)(
    'reads 25,000 random texts between %j as they were written, however they come',
    async (delimiter) => {
      const texts = randomTexts(25_000, delimiters.indexOf(delimiter))
      const table = Array.from({ length: 5_000 }, (_, row) => [`${row}`, ...texts.slice(row * 5, row * 5 + 5), 'end'])
      const written = table.map((row) => csvLine(row.map(disarm), delimiter)).join('')
      const expected = table.map((row) => row.map((text): Cell => text || null))
      for (const size of [1_000, 65_536]) {
        const read = await cellsOf(written, { delimiter }, size)
        expect(read.map((row) => row.map((cell) => (typeof cell === 'string' ? rearm(cell) : cell)))).toEqual(expected)
      }
    },
  )

  it('keeps a byte order mark that is the text of the first cell', async () => {
    expect(await cellsOf(csvLine(['\uFEFFa', 'b']))).toEqual([['\uFEFFa', 'b']])
    expect(await cellsOf(`\uFEFF${csvLine(['a', 'b'])}`)).toEqual([['a', 'b']])
  })

  it('says where a quote is wrong', async () => {
    const begin = 'a,b\r\n1,"x\ny"\r\n'
    expect(await faultOf(`${begin}2,"x"y\r\n`)).toMatchObject({
      reason: 'A quote inside a quoted cell must be doubled',
      place: { row: 3, line: 4, column: 2 },
      message: 'A quote inside a quoted cell must be doubled (row 3, line 4, column 2).',
    })
    expect(await faultOf(`${begin}5" pipe,2\r\n`)).toMatchObject({ place: { row: 3, line: 4, column: 1 } })
    expect(await faultOf(`${begin}2,"x\r\n3,4\r\n`)).toMatchObject({
      reason: 'A quote is opened and never closed',
      place: { row: 3, line: 4, column: 2 },
    })
  })

  it('gives the rows before a fault', async () => {
    const rows = readCsv(chunksOf('a,b\n1,2\n3,"x"y\n', 8))
    expect((await rows.next()).value).toMatchObject({ cells: ['a', 'b'] })
    expect((await rows.next()).value).toMatchObject({ cells: ['1', '2'] })
    await expect(rows.next()).rejects.toThrow(UnreadableFile)
  })

  it('stops at its limits', async () => {
    const limits = { rows: 3, columns: 4, record: 100 }
    expect(await faultOf('a\n\n\n\n', { limits })).toMatchObject({ reason: 'The file has more than 3 rows' })
    expect(await faultOf('a\n1,2,3,4,5\n', { limits })).toMatchObject({ place: { row: 2, line: 2 } })
    expect(await faultOf(`a\n"${'x'.repeat(200)}`, { limits })).toMatchObject({ place: { row: 2, line: 2 } })
    expect(await cellsOf('1,2,3,4,,,,\n', { limits })).toEqual([['1', '2', '3', '4']])
  })

  it('stops reading where its reader stops', async () => {
    let isClosed = false
    async function* endless(): AsyncGenerator<Buffer, void> {
      try {
        for (;;) yield Buffer.from('1,2\n'.repeat(1_000))
      } finally {
        isClosed = true
      }
    }
    for await (const { row } of readCsv(endless(), { encoding: 'utf-8' })) if (row === 5_000) break
    expect(isClosed).toBe(true)
  })
})

describe('encodings of CSV', () => {
  const text = 'Name;Straße\r\nZoë;“Ω”\r\n'
  const western = Buffer.from(text.replace('Ω', 'o').replace('“', '\x93').replace('”', '\x94'), 'latin1')

  it.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a mark', Buffer.from(`\uFEFF${text}`)],
    ['UTF-16 with a mark', Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['UTF-16 without a mark', Buffer.from(text, 'utf16le')],
    ['big-endian UTF-16 with a mark', Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
    ['big-endian UTF-16 without a mark', Buffer.from(text, 'utf16le').swap16()],
  ])('%s is recognised, however it is cut', async (_name, bytes) => {
    for (const size of [1, 3, 1_000])
      expect(await cellsOf(bytes, {}, size)).toEqual([
        ['Name', 'Straße'],
        ['Zoë', '“Ω”'],
      ])
  })

  it('Windows-1252 is what is left, and others are named', async () => {
    expect(await cellsOf(western)).toEqual([
      ['Name', 'Straße'],
      ['Zoë', '“o”'],
    ])
    const cyrillic = Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2, 0x2c, 0x31])
    expect(await cellsOf(cyrillic, { encoding: 'windows-1251' })).toEqual([['Привет', '1']])
    expect(await faultOf('a', { encoding: 'klingon' })).toMatchObject({ reason: '"klingon" is no known encoding' })
  })

  it('a wrong byte is told with its place, and never replaced', async () => {
    const bytes = await bytesOf(chunksOf('id,name\n1,Zo'))
    const wrong = Buffer.concat([bytes, Buffer.from([0xeb]), Buffer.from('\n')])
    expect(await faultOf(wrong, { encoding: 'utf-8' }, 5)).toMatchObject({ place: { byte: 12 } })
    expect(await faultOf('id,name\n1,a\0b\n')).toMatchObject({ place: { byte: 11 } })
    const lone = Buffer.from('a,\ud800,b', 'utf16le')
    expect(await faultOf(lone, { encoding: 'utf-16le' })).toMatchObject({ reason: expect.stringContaining('utf-16le') })
  })
})
