import { csvLine } from '../../src/exchange/csv/csvLine.ts'
import { readCsv } from '../../src/exchange/csv/readCsv.ts'
import { readNdjson } from '../../src/exchange/readNdjson.ts'
import { readXlsx } from '../../src/exchange/xlsx/readXlsx.ts'
import { writeXlsx } from '../../src/exchange/xlsx/writeXlsx.ts'
import { bytesOf, fileOf } from './fileBytes.ts'

// A program that reads and writes many rows in one format, and prints how many, and how much memory it took at most.

const [, , format = '', wanted = ''] = process.argv
const count = Number(wanted)
const texts = ['Ada', 'Lovelace', 'ada@example.com', '+44 20 7946 0000', 'two\nlines, "quoted"', '1815-12-10', '12.50']

function* rows(length: number): Generator<string[], void> {
  for (let row = 0; row < length; row++) {
    if (row % 500 === 0) note()
    yield [`${row}`, ...texts.map((text) => `${text} ${row}`)]
  }
}

async function* lines(length: number): AsyncGenerator<Buffer, void> {
  let text = ''
  for (const row of rows(length)) {
    text += format === 'csv' ? csvLine(row) : `${JSON.stringify({ row })}\n`
    if (text.length < 65_536) continue
    yield Buffer.from(text)
    text = ''
  }
  yield Buffer.from(text)
}

/** The most memory so far. That of the system counts what the process had before it was another program. */
let peak = 0
const note = () => {
  peak = Math.max(peak, process.memoryUsage.rss())
}

/** The size of the workbook, which has to lie somewhere before it is read. */
let held = 0

async function read(length: number): Promise<number> {
  let found = 0
  if (format === 'xlsx') {
    const columns = ['id', ...texts].map((header) => ({ header, kind: 'words' as const }))
    const bytes = await bytesOf(writeXlsx([{ name: 'a', columns, rows: rows(length) }]))
    held = bytes.length
    for await (const { row } of readXlsx(fileOf(bytes))) {
      if (row % 500 === 0) note()
      if (row > 1) found += 1
    }
  } else for await (const _ of format === 'csv' ? readCsv(lines(length)) : readNdjson(lines(length))) found += 1
  note()
  return found
}

// The code is compiled, and the heap has its usual size, before it is looked at.
await read(2_000)
const before = process.memoryUsage.rss()
const found = await read(count)
process.stdout.write(JSON.stringify({ rows: found, grown: peak - before - held }))
