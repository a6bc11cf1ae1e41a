import { pipeline, Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

/** A part of a zip file. Its chunks are read once, when it is its turn. */
export interface ZipPart {
  readonly name: string
  readonly chunks: AsyncIterable<Buffer> | Iterable<Buffer>
}

/** What follows the data of a part, and is repeated in the directory. */
interface Written {
  readonly name: Buffer
  readonly offset: number
  readonly sum: number
  readonly packed: number
  readonly size: number
}

/** Sizes and places have 32 bits: what is larger needs zip64, which not all spreadsheets read in a stream. */
const most = 2 ** 32 - 1

/** Little is won above this level, and it costs twice the time. */
const level = 3

/** Writes a zip file as a stream. Nothing of a part is held, so sizes and sums follow the data. */
export async function* writeZip(parts: AsyncIterable<ZipPart> | Iterable<ZipPart>): AsyncGenerator<Buffer, void> {
  const written: Written[] = []
  let offset = 0
  for await (const { name, chunks } of parts) {
    const tally = { name: Buffer.from(name), offset, sum: 0, packed: 0, size: 0 }
    const head = localHeader(tally.name)
    yield head
    for await (const chunk of deflate(chunks, tally)) {
      tally.packed += chunk.length
      yield chunk
    }
    const tail = Buffer.concat([numbers(4, 0x08074b50), sizes(tally)])
    yield tail
    offset += head.length + tally.packed + tail.length
    if (Math.max(offset, tally.size) > most) throw new RangeError('A workbook has at most 4 GiB.')
    written.push(tally)
  }
  yield directory(written, offset)
}

async function* deflate(chunks: ZipPart['chunks'], tally: { sum: number; size: number }): AsyncGenerator<Buffer, void> {
  async function* counted(): AsyncGenerator<Buffer, void> {
    for await (const chunk of chunks) {
      tally.sum = crc32(chunk, tally.sum)
      tally.size += chunk.length
      yield chunk
    }
  }
  const packer = createDeflateRaw({ level, chunkSize: 65_536 })
  // An error of the source ends the packer with it, so whoever reads the packer gets it.
  pipeline(Readable.from(counted(), { objectMode: false }), packer, () => {})
  for await (const chunk of packer) yield chunk as Buffer
}

/** The version of the format, names in UTF-8 and sizes after the data, deflate, and no time. */
const common = numbers(2, 20, 0x0808, 8, 0, 0x21)

function localHeader(name: Buffer): Buffer {
  const unknown = numbers(4, 0, 0, 0)
  return Buffer.concat([numbers(4, 0x04034b50), common, unknown, numbers(2, name.length, 0), name])
}

function sizes({ sum, packed, size }: Written): Buffer {
  return numbers(4, sum, packed, size)
}

function directory(parts: readonly Written[], offset: number): Buffer {
  const entries = parts.map((part) =>
    Buffer.concat([
      numbers(4, 0x02014b50),
      numbers(2, 20),
      common,
      sizes(part),
      numbers(2, part.name.length, 0, 0, 0, 0),
      numbers(4, 0, part.offset),
      part.name,
    ]),
  )
  const all = Buffer.concat(entries)
  const end = [numbers(2, 0, 0, parts.length, parts.length), numbers(4, all.length, offset), numbers(2, 0)]
  return Buffer.concat([all, numbers(4, 0x06054b50), ...end])
}

/** Numbers without a sign in so many bytes each, the lowest first. */
function numbers(bytes: 2 | 4, ...values: readonly number[]): Buffer {
  const buffer = Buffer.alloc(bytes * values.length)
  for (const [index, value] of values.entries()) buffer.writeUIntLE(value, index * bytes, bytes)
  return buffer
}
