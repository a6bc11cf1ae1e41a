import type { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl'
import { inPieces } from '../inPieces.ts'
import type { FileLimits } from '../limits.ts'
import { UnreadableFile, unreadable } from '../UnreadableFile.ts'

/** A file whose bytes can be read from any place, such as one on a disk or in a store. */
export interface SeekableFile {
  readonly size: number
  /** The bytes from `start` to before `end`. */
  read(start: number, end: number): Readable
}

class FileReader extends RandomAccessReader {
  readonly #file: SeekableFile

  constructor(file: SeekableFile) {
    super()
    this.#file = file
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return this.#file.read(start, end)
  }
}

/** Opens a zip file: reads its directory, and refuses what no spreadsheet needs. */
export async function openZip(file: SeekableFile, limits: FileLimits): Promise<Zip> {
  await refuseOldFormats(file)
  try {
    const options = { autoClose: false, lazyEntries: true, validateEntrySizes: true }
    const zip = await fromRandomAccessReaderPromise(new FileReader(file), file.size, options)
    return new Zip(zip, await readEntries(zip, limits), file.size, limits)
  } catch (error) {
    throw unreadable(error, 'The file is no workbook: its zip can’t be read')
  }
}

/** How files of Microsoft Office before 2007 begin, and encrypted ones of today. */
const compound = Buffer.from('d0cf11e0a1b11ae1', 'hex')

async function refuseOldFormats(file: SeekableFile): Promise<void> {
  const begin: Buffer[] = await file.read(0, Math.min(compound.length, file.size)).toArray()
  if (Buffer.concat(begin).equals(compound))
    throw new UnreadableFile('The file is encrypted or in the old format .xls: save it as .xlsx without a password')
}

async function readEntries(zip: ZipFile, { zipEntries }: FileLimits): Promise<ReadonlyMap<string, Entry>> {
  if (zip.entryCount > zipEntries) throw new UnreadableFile(`The zip has more than ${zipEntries} entries`)
  const entries = new Map<string, Entry>()
  for await (const entry of zip.eachEntry()) {
    const name = toKey(entry.fileName)
    if (entries.has(name)) throw new UnreadableFile('The zip has two entries of the same name')
    if (entry.isEncrypted()) throw new UnreadableFile('The zip is encrypted: save it without a password')
    if (!entry.canDecodeFileData()) throw new UnreadableFile('The zip is packed in a way that workbooks never are')
    entries.set(name, entry)
  }
  refuseOverlaps([...entries.values()])
  return entries
}

/** The bytes of a local header before its name. */
const localHeader = 30

/** Entries that share bytes are how a small file inflates to a large one. */
function refuseOverlaps(entries: readonly Entry[]): void {
  let end = 0
  for (const entry of entries.toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader)) {
    if (entry.relativeOffsetOfLocalHeader < end) throw new UnreadableFile('Entries of the zip overlap')
    end = entry.relativeOffsetOfLocalHeader + localHeader + entry.fileNameLength + entry.compressedSize
  }
}

/** Names of parts differ in more than capitals. */
function toKey(name: string): string {
  return name.toLowerCase()
}

/** The parts of a zip file. */
export class Zip {
  readonly #zip: ZipFile
  readonly #entries: ReadonlyMap<string, Entry>
  /** Bytes that may still be inflated. */
  #left: number

  constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>, fileSize: number, limits: FileLimits) {
    this.#zip = zip
    this.#entries = entries
    this.#left = Math.min(limits.inflated + limits.inflation * fileSize, limits.inflatedMost)
  }

  has(part: string): boolean {
    return this.#entries.has(toKey(part))
  }

  /** Inflates a part. Its size is known before; more bytes than that are refused as soon as they come. */
  async *read(part: string, maxSize = Infinity): AsyncGenerator<Buffer, void> {
    const entry = this.#entries.get(toKey(part))
    if (!entry) throw new UnreadableFile('The workbook has no such part', { part })
    const { uncompressedSize: size } = entry
    if (size > maxSize) throw new UnreadableFile(`The part has more than ${maxSize} bytes`, { part })
    this.#left -= size
    if (this.#left < 0)
      throw new UnreadableFile('The workbook inflates to far more than its size: send it as CSV', { part })
    try {
      let sum = 0
      for await (const piece of inPieces(await this.#zip.openReadStreamPromise(entry))) {
        sum = crc32(piece, sum)
        yield piece
      }
      if (sum !== entry.crc32) throw new UnreadableFile('The part is damaged: its checksum is another', { part })
    } catch (error) {
      throw unreadable(error, 'The part can’t be inflated', { part })
    }
  }

  close(): void {
    this.#zip.close()
  }
}
