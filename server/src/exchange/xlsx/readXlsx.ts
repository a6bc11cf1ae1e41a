import { defaultLimits, type FileLimits } from '../limits.ts'
import type { Row } from '../Row.ts'
import { UnreadableFile } from '../UnreadableFile.ts'
import { openZip, type SeekableFile } from '../zip/openZip.ts'
import { parseXml } from './parseXml.ts'
import { readSharedStrings } from './readSharedStrings.ts'
import { readWorkbook, type SheetEntry, type Workbook } from './readWorkbook.ts'
import { SheetReader } from './SheetReader.ts'
import { toCell } from './toCell.ts'

export interface XlsxOptions {
  /** The name of the sheet; without one, the first that is not hidden. */
  readonly sheet?: string | undefined
  readonly limits?: Partial<FileLimits>
  /** Hears what may not be as it looks, such as merged cells. */
  readonly warn?: (message: string) => void
}

/** Reads the names of the sheets that are not hidden, without their cells. */
export async function readSheetNames(file: SeekableFile, limits?: Partial<FileLimits>): Promise<readonly string[]> {
  const all = { ...defaultLimits, ...limits }
  const zip = await openZip(file, all)
  try {
    const { sheets } = await readWorkbook(zip, all)
    return sheets.filter(({ hidden }) => !hidden).map(({ name }) => name)
  } finally {
    zip.close()
  }
}

/** Reads a sheet of a workbook row by row. Of the file, the directory and the shared texts are held. */
export async function* readXlsx(file: SeekableFile, options: XlsxOptions = {}): AsyncGenerator<Row, void> {
  const limits = { ...defaultLimits, ...options.limits }
  const zip = await openZip(file, limits)
  try {
    const workbook = await readWorkbook(zip, limits)
    const { part } = pickSheet(workbook, options.sheet)
    const { sharedStrings: shared } = workbook
    const strings = shared === undefined ? [] : await readSharedStrings(zip.read(shared), shared, limits)
    const read = toCell({ ...workbook, strings })
    const reader = new SheetReader({ toCell: read, limits, warn: options.warn ?? (() => {}) })
    for await (const _ of parseXml(zip.read(part), part, reader, limits)) yield* reader.take()
    yield* reader.take()
  } finally {
    zip.close()
  }
}

function pickSheet({ sheets }: Workbook, name: string | undefined): SheetEntry {
  const found = sheets.find((sheet) => (name === undefined ? !sheet.hidden : sheet.name === name))
  if (found) return found
  if (name === undefined) throw new UnreadableFile('The workbook has no sheet that is visible')
  throw new UnreadableFile(`The workbook has no sheet ${JSON.stringify(name.slice(0, 40))}`)
}
