import { createServer } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { csvLine } from '../../src/exchange/csv/csvLine.ts'
import { delimiters } from '../../src/exchange/csv/detectDelimiter.ts'
import { disarm, rearm } from '../../src/exchange/csv/disarm.ts'
import { readCsv } from '../../src/exchange/csv/readCsv.ts'
import { readNdjson } from '../../src/exchange/readNdjson.ts'
import { UnreadableFile } from '../../src/exchange/UnreadableFile.ts'
import { readXlsx } from '../../src/exchange/xlsx/readXlsx.ts'
import { writeXlsx } from '../../src/exchange/xlsx/writeXlsx.ts'
import { all, bomb, bytesOf, chunksOf, fileOf, mainSchema, relation, workbookOf, zipOf } from '../harness/fileBytes.ts'

const MiB = 1_024 ** 2
const begin = `<?xml version="1.0"?><worksheet xmlns="${mainSchema}"><sheetData>`
const end = '</sheetData></worksheet>'
const filled = '<row><c><v>1</v></c></row>'

/** What a file cost until it was read or refused. */
interface Cost {
  readonly error: unknown
  readonly rows: number
  readonly cpu: number
  readonly memory: number
  readonly turns: number
}

/** Reads a file to its end or its fault, and looks at the process at every turn that other requests get. */
async function costOf(rows: AsyncIterable<unknown>): Promise<Cost> {
  const [before, rss] = [process.cpuUsage(), process.memoryUsage.rss()]
  let [peak, turns, count, isRunning] = [rss, 0, 0, true]
  const look = () => {
    peak = Math.max(peak, process.memoryUsage.rss())
    turns += 1
    if (isRunning) setImmediate(look)
  }
  look()
  let error: unknown
  try {
    for await (const _ of rows) count += 1
  } catch (thrown) {
    error = thrown
  }
  isRunning = false
  const { user, system } = process.cpuUsage(before)
  return { error, rows: count, cpu: (user + system) / 1e6, memory: (peak - rss) / MiB, turns }
}

/** A file must be refused with the reason, in 3 s of CPU time and 200 MiB, with 20 turns for others a second. */
async function expectRefused(rows: AsyncIterable<unknown>, reason: RegExp): Promise<void> {
  const { error, cpu, memory, turns } = await costOf(rows)
  expect(error).toBeInstanceOf(UnreadableFile)
  expect(String(error)).toMatch(reason)
  expect(cpu).toBeLessThan(3)
  expect(memory).toBeLessThan(200)
  expect(turns).toBeGreaterThan(cpu * 20)
}

const workbook = (...parts: Parameters<typeof workbookOf>) => readXlsx(fileOf(workbookOf(...parts)))

describe('zip files', () => {
  it('of zip files are no workbooks', async () => {
    const inner = zipOf([['bomb.xml', bomb('', 'a', 100 * MiB, '')]])
    const outer = zipOf(Array.from({ length: 16 }, (_, index) => [`lib${index}.zip`, inner] as const))
    await expectRefused(readXlsx(fileOf(outer)), /does not say where its sheets are/)
  })

  it.each([
    ['900 MiB of rows', { sheet: bomb(begin, '<row/>', (900 * MiB) / 6, end) }],
    [
      '900 MiB of shared texts',
      { sheet: filled, strings: bomb('<sst>', '<si><t>a</t></si>', (900 * MiB) / 17, '</sst>') },
    ],
    ['a cell of 400 MiB', { sheet: bomb(`${begin}<row><c t="str"><v>`, 'a', 400 * MiB, `</v></c></row>${end}`) }],
  ])('%s in a few MiB inflate to too much', async (_what, parts) => {
    await expectRefused(workbook(parts), /inflates to far more than its size/)
  })

  it('whose sizes lie are refused at the first byte too many', async () => {
    const sheet = bomb(begin, '<row/>', (900 * MiB) / 6, end, 2 * MiB)
    await expectRefused(workbook({ sheet }), /can’t be inflated: too many bytes/)
    await expectRefused(workbook({ sheet: { data: filled, size: 9_999 } }), /not enough bytes|can’t be inflated/)
    await expectRefused(workbook({ sheet: { data: `${begin}${filled}${end}`, sum: 1 } }), /checksum/)
  })

  it.each([
    ['empty rows', '<row/>', '', '', /at most 1048576 rows|empty elements/],
    ['empty cells', '<c/>', '<row>', '</row>', /at most 16384 columns/],
    ['unknown elements', '<x/>', '', '', /empty elements/],
    ['one text', 'a', '<row><c t="str"><v>', '</v></c></row>', /longer than 1048576 characters/],
    ['one comment', 'a', '<!--', '-->', /longer than 1048576 characters/],
    ['one attribute', 'a', '<row r="', '"/>', /longer than 1048576 characters/],
    ['entities', '&lt;', '<row><c t="str"><v>', '</v></c></row>', /longer than 1048576 characters/],
    ['levels', '<x>', '', '', /nested deeper than 32/],
  ] as const)(
    'with 60 MiB of %s, which they may inflate to, are refused soon',
    async (_what, text, before, after, reason) => {
      const sheet = bomb(begin + before, text, (60 * MiB) / text.length, after + end)
      await expectRefused(workbook({ sheet }), reason)
    },
  )

  it('whose entries overlap, have the same name, are encrypted or packed oddly are refused', async () => {
    const parts = [['a', 'x'.repeat(99)]] as const
    await expectRefused(readXlsx(fileOf(zipOf([...parts, ['b', { data: 'x'.repeat(99), sameAs: 0 }]]))), /overlap/)
    await expectRefused(readXlsx(fileOf(zipOf([...parts, ['A', 'x']]))), /same name/)
    await expectRefused(readXlsx(fileOf(zipOf([['a', { data: 'x', flags: 1 }]]))), /encrypted/)
    await expectRefused(readXlsx(fileOf(zipOf([['a', { data: 'x', method: 12 }]]))), /packed in a way/)
    const many = Array.from({ length: 2_001 }, (_, index) => [`p${index}`, ''] as const)
    await expectRefused(readXlsx(fileOf(zipOf(many))), /more than 2000 entries/)
  })

  it.each(['../../etc/passwd', '/etc/passwd', 'C:/x.xml', 'xl/../../x.xml'])(
    'with an entry %s are refused',
    async (name) => {
      await expectRefused(workbook({ sheet: filled, more: [[name, 'x']] }), /path/)
    },
  )

  it('that end early, or are something else, are refused', async () => {
    const whole = workbookOf({ sheet: filled })
    for (const size of [0, 1, 21, 100, whole.length - 1])
      await expectRefused(readXlsx(fileOf(whole.subarray(0, size))), /no workbook/)
    await expectRefused(readXlsx(fileOf(Buffer.from('id,name\r\n1,Ada\r\n'))), /no workbook/)
    const old = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)])
    await expectRefused(readXlsx(fileOf(old)), /old format .xls/)
  })
})

describe('XML', () => {
  const external = (to: string) => `<!DOCTYPE a [<!ENTITY e SYSTEM "${to}">]><worksheet>&e;</worksheet>`
  const laughs = Array.from({ length: 9 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`).join('')

  it.each([
    ['a document type', '<!DOCTYPE worksheet><worksheet/>'],
    ['an entity of a file', external('file:///etc/passwd')],
    ['a thousand million laughs', `<!DOCTYPE a [<!ENTITY l0 "ha">${laughs}]><worksheet>&l9;</worksheet>`],
  ])('with %s is refused', async (_what, sheet) => {
    await expectRefused(workbook({ sheet }), /document type/)
  })

  it('with a long document type is refused before its end', async () => {
    await expectRefused(workbook({ sheet: bomb('<!DOCTYPE a [', '<!ENTITY a "b">', 4 * MiB, ']><a/>') }), /longer than/)
  })

  it('reaches no server', async () => {
    let visits = 0
    const server = createServer((socket) => {
      visits += 1
      socket.destroy()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const target = `http://127.0.0.1:${port}/sheet.xml`
    await expectRefused(workbook({ sheet: external(target) }), /document type/)
    const linked = { sheet: filled, relations: relation('r9', 'externalLink', target, ' TargetMode="External"') }
    expect((await costOf(workbook(linked))).rows).toBe(1)
    await setTimeout(50)
    expect(visits).toBe(0)
    await new Promise((resolve) => server.close(resolve))
  })

  it('knows no entities but the five and numbers', async () => {
    for (const name of ['nbsp', 'constructor', '__proto__', 'toString', '#xD800', '#0', '#x110000'])
      await expectRefused(workbook({ sheet: `<row><c t="str"><v>&${name};</v></c></row>` }), /no XML/)
  })

  it.each([
    ['UTF-7', Buffer.from('<?xml version="1.0" encoding="UTF-7"?><worksheet/>'), /says that it is not UTF-8/],
    [
      'UTF-16 and is not',
      Buffer.from('<?xml version="1.0" encoding="UTF-16"?><worksheet/>'),
      /says that it is not UTF-8/,
    ],
    ['nothing and is UTF-16', Buffer.from('\uFEFF<worksheet/>', 'utf16le'), /not UTF-8|NUL/],
    [
      'UTF-8 and is Latin',
      Buffer.from('<?xml version="1.0" encoding="UTF-8"?><worksheet>\xe4</worksheet>', 'latin1'),
      /not UTF-8/,
    ],
  ])('that says %s is refused', async (_what, data, reason) => {
    await expectRefused(workbook({ sheet: { data } }), reason)
  })

  it('with many attributes, or with a processing instruction, is refused', async () => {
    const attributes = (count: number) => Array.from({ length: count }, (_, index) => `a${index}=""`).join(' ')
    await expectRefused(workbook({ sheet: `<row ${attributes(65)}/>` }), /more than 64 attributes/)
    await expectRefused(workbook({ sheet: `<row ${attributes(1_000_000)}/>` }), /longer than/)
    await expectRefused(workbook({ sheet: '<?xml-stylesheet href="x"?>' }), /processing instruction/)
  })
})

describe('workbooks', () => {
  it.each([
    '../../x.xml',
    '../../../etc/passwd',
    '/etc/passwd',
    'http://127.0.0.1/x.xml',
    '../docProps/core.xml',
    'vbaProject.bin',
  ])('whose sheet is %s have no sheet', async (target) => {
    const sheets = '<sheets><sheet name="a" sheetId="1" r:id="r5"/></sheets>'
    const parts = {
      workbook: sheets,
      relations: relation('r5', 'worksheet', target),
      more: [['docProps/core.xml', '<a/>']] as const,
    }
    await expectRefused(workbook(parts), /no sheet/)
  })

  it('with macros, links and objects are read without a look at those', async () => {
    const poison = Buffer.alloc(50_000, 'poison')
    const names = [
      'xl/vbaProject.bin',
      'xl/externalLinks/externalLink1.xml',
      'xl/embeddings/oleObject1.bin',
      'xl/media/a.emf',
    ]
    const relations =
      relation('r6', 'vbaProject', 'vbaProject.bin') + relation('r7', 'externalLink', 'externalLinks/externalLink1.xml')
    const more = names.map((name) => [name, { data: poison, method: 0 }] as const)
    const bytes = workbookOf({ sheet: filled, relations, more })
    const file = fileOf(bytes)
    const first = bytes.indexOf(poison)
    const after = bytes.lastIndexOf(poison) + poison.length
    const touched: string[] = []
    const watched = {
      size: file.size,
      read: (start: number, stop: number) => {
        // The end of the file with its directory is searched as one piece.
        if (start > first && start < after && stop < after) touched.push(`${start}–${stop}`)
        return file.read(start, stop)
      },
    }
    expect(await all(readXlsx(watched))).toHaveLength(1)
    expect(touched).toEqual([])
  })

  it.each([
    ['a column ZZZZZZ', '<row><c r="ZZZZZZ1"><v>1</v></c></row>', /at most 16384 columns/],
    ['a column beyond the last', '<row><c r="XFE1"><v>1</v></c></row>', /at most 16384 columns/],
    ['a row of two thousand million', '<row r="2000000000"><c><v>1</v></c></row>', /at most 1048576 rows/],
    ['a row of 10^308', '<row r="1E308"><c><v>1</v></c></row>', /not in order/],
  ])('with %s are refused', async (_what, sheet, reason) => {
    await expectRefused(workbook({ sheet }), reason)
  })
})

describe('CSV', () => {
  async function* endless(text: string, before = ''): AsyncGenerator<Buffer, void> {
    yield Buffer.from(before)
    const chunk = Buffer.from(text.repeat(MiB / text.length))
    for (let at = 0; at < 1_024; at++) yield chunk
  }

  it.each([
    [
      'a quote that is never closed',
      endless('a,b\n', 'a,b\n1,"'),
      /longer than 1048576 bytes; perhaps a quote .* \(row 2, line 2\)/,
    ],
    ['a line of 1 GiB', endless('a', 'a,b\n'), /longer than 1048576 bytes/],
    ['a thousand million cells', endless(',', 'a,b\n'), /longer than 1048576 bytes/],
    ['a thousand million quotes', endless('""', '"'), /longer than 1048576 bytes/],
    ['a NUL', endless('many letters and a zero\0\n', 'a,b\n'), /NUL|not UTF/],
  ])('with %s is refused', async (_what, chunks, reason) => {
    await expectRefused(readCsv(chunks), reason)
  })

  it('with a million columns is refused', async () => {
    await expectRefused(readCsv(chunksOf(`${'a,'.repeat(500_000)}\n`)), /more than 500 cells \(row 1, line 1\)/)
  })

  it('with line ends of all kinds is read', async () => {
    const rows = await all(readCsv(chunksOf('a\r\nb\nc\rd\n\re', 1)))
    expect(rows.map(({ row, cells }) => [row, cells[0]])).toEqual([
      [1, 'a'],
      [2, 'b'],
      [3, 'c'],
      [4, 'd'],
      [6, 'e'],
    ])
  })

  it.each(["=cmd|' /C calc'!A0", '+1', '-1', '@SUM(1)', '\t=1', '\r=1', '＝1', '|calc', ';=1', '"=1', '\n=1', ' =1'])(
    'never has a cell that begins with a formula, for %j in any column',
    async (text) => {
      for (const delimiter of delimiters) {
        const line = csvLine([disarm(text), 'a', disarm(text)], delimiter)
        const [row] = await all(readCsv(chunksOf(line), { delimiter }))
        for (const cell of row?.cells ?? []) expect(String(cell)).not.toMatch(/^[=+\-@\t\r\n|＝＋－＠]/u)
        expect(row?.cells.map((cell) => rearm(String(cell)))).toEqual([text, 'a', text])
      }
    },
  )
})

describe('headers', () => {
  const names = ['__proto__', 'constructor', 'toString', 'x'.repeat(30_000), 'twice', 'twice']

  it('are texts like any other, in every format', async () => {
    const [csv] = await all(readCsv(chunksOf(csvLine(names))))
    expect(csv?.cells).toEqual(names)
    const columns = names.map((header) => ({ header, kind: 'words' as const }))
    const bytes = await bytesOf(writeXlsx([{ name: '__proto__', columns, rows: [] }]))
    const [xlsx] = await all(readXlsx(fileOf(bytes)))
    expect(xlsx?.cells).toEqual(names)
    const line = `{"__proto__":1,"constructor":2,"toString":3}\n{"twice":1,"twice":2}\n`
    const [json, twice] = await all(readNdjson(chunksOf(line)))
    expect([...(json?.members ?? [])]).toEqual([
      ['__proto__', 1],
      ['constructor', 2],
      ['toString', 3],
    ])
    expect(twice?.problem).toMatch(/occurs twice/)
    expect(Object.keys(Object.prototype)).toEqual([])
  })
})
