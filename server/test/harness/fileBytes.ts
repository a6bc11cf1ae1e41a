import { Readable } from 'node:stream'
import { constants, crc32, deflateRawSync } from 'node:zlib'
import type { SeekableFile } from '../../src/exchange/zip/openZip.ts'

/** A file in memory. */
export function fileOf(bytes: Buffer): SeekableFile {
  return {
    size: bytes.length,
    read: (start, end) => Readable.from([bytes.subarray(start, end)], { objectMode: false }),
  }
}

/** Bytes in chunks of a size, as a socket gives them. */
export async function* chunksOf(bytes: Buffer | string, size = 65_536): AsyncGenerator<Buffer, void> {
  const all = Buffer.from(bytes)
  for (let at = 0; at < all.length; at += size) yield all.subarray(at, at + size)
}

/** All values of a stream, to its end. */
export async function all<T>(values: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const value of values) found.push(value)
  return found
}

export async function bytesOf(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  return Buffer.concat(await all(chunks))
}

/** An entry of a zip file, with what its headers say if that is not so. */
export interface ZipEntry {
  readonly data: Buffer | string
  /** The deflated data, if it is made in another way. */
  readonly packed?: Buffer
  readonly method?: number
  readonly flags?: number
  readonly size?: number
  readonly sum?: number
  /** The entry whose bytes it claims as its own, by its place. */
  readonly sameAs?: number
}

/** A zip file, made of its entries and of nothing that the service uses. */
export function zipOf(entries: readonly (readonly [name: string, entry: ZipEntry | Buffer | string])[]): Buffer {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  const offsets: number[] = []
  let at = 0
  for (const [name, given] of entries) {
    const entry: ZipEntry = typeof given === 'string' || Buffer.isBuffer(given) ? { data: given } : given
    const data = Buffer.from(entry.data)
    const packed = entry.packed ?? (entry.method === 0 ? data : deflateRawSync(data))
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(entry.flags ?? 0, 2)
    common.writeUInt16LE(entry.method ?? 8, 4)
    common.writeUInt32LE(entry.sum ?? crc32(data), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(entry.size ?? data.length, 18)
    common.writeUInt16LE(Buffer.byteLength(name), 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), packed])
    const place = Buffer.alloc(14)
    const offset = entry.sameAs === undefined ? at : (offsets[entry.sameAs] ?? 0)
    place.writeUInt32LE(offset, 10)
    offsets.push(offset)
    directory.push(Buffer.from('PK\x01\x02\x14\0', 'latin1'), common, place, Buffer.from(name))
    if (entry.sameAs !== undefined) continue
    files.push(local)
    at += local.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...files, central, end])
}

/** Text that is so often in a part, which is packed without being made: a bomb. It can lie about its size. */
export function bomb(begin: string, text: string, times: number, end: string, size?: number): ZipEntry {
  const block = Buffer.from(text.repeat(Math.ceil(1_048_576 / text.length)))
  const blocks = Math.ceil((times * text.length) / block.length)
  const pack = (part: Buffer) => deflateRawSync(part, { finishFlush: constants.Z_FULL_FLUSH, level: 9 })
  const once = pack(block)
  const packed = [pack(Buffer.from(begin)), ...Array.from({ length: blocks }, () => once), deflateRawSync(end)]
  const trueSize = Buffer.byteLength(begin) + blocks * block.length + Buffer.byteLength(end)
  return { data: '', packed: Buffer.concat(packed), size: size ?? trueSize }
}

const packaged = 'http://schemas.openxmlformats.org/package/2006'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
export const mainSchema = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'

/** A relation of one part to another one. */
export function relation(id: string, type: string, target: string, more = ''): string {
  return `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"${more}/>`
}

export interface WorkbookParts {
  /** The XML of the first sheet, or only what is in `sheetData`. */
  readonly sheet?: ZipEntry | string
  readonly strings?: ZipEntry | string
  readonly styles?: string
  /** What is in `workbook`. */
  readonly workbook?: string
  /** More relations of the workbook. */
  readonly relations?: string
  readonly more?: readonly (readonly [name: string, entry: ZipEntry | Buffer | string])[]
}

/** A workbook of parts that a test writes, in the form in which Excel writes them. */
export function workbookOf({
  sheet = '',
  strings,
  styles,
  workbook,
  relations = '',
  more = [],
}: WorkbookParts): Buffer {
  const data = typeof sheet === 'string' && !sheet.startsWith('<?') && !sheet.startsWith('<!') ? sheetXml(sheet) : sheet
  const all = relation('r1', 'worksheet', 'worksheets/sheet1.xml') + relations
  const shared = strings === undefined ? '' : relation('s', 'sharedStrings', 'sharedStrings.xml')
  const styled = styles === undefined ? '' : relation('t', 'styles', 'styles.xml')
  const sheets = workbook ?? '<sheets><sheet name="Contacts" sheetId="1" r:id="r1"/></sheets>'
  const wrap = (xml: string) => `<Relationships xmlns="${packaged}/relationships">${xml}</Relationships>`
  return zipOf([
    ['[Content_Types].xml', `<Types xmlns="${packaged}/content-types"/>`],
    ['_rels/.rels', wrap(relation('r1', 'officeDocument', 'xl/workbook.xml'))],
    ['xl/workbook.xml', `<workbook xmlns="${mainSchema}" xmlns:r="${office}">${sheets}</workbook>`],
    ['xl/_rels/workbook.xml.rels', wrap(all + shared + styled)],
    ['xl/worksheets/sheet1.xml', data],
    ...(strings === undefined ? [] : [['xl/sharedStrings.xml', strings] as const]),
    ...(styles === undefined
      ? []
      : [['xl/styles.xml', `<styleSheet xmlns="${mainSchema}">${styles}</styleSheet>`] as const]),
    ...more,
  ])
}

/** A sheet with these rows as XML, and perhaps what follows them. */
export function sheetXml(rows: string, after = ''): string {
  return `<?xml version="1.0"?><worksheet xmlns="${mainSchema}"><sheetData>${rows}</sheetData>${after}</worksheet>`
}
