import { isUtf8 } from 'node:buffer'
import { TextDecoder } from 'node:util'
import { inPieces, takeSample } from './inPieces.ts'
import { UnreadableFile } from './UnreadableFile.ts'

/** How many bytes are looked at to tell the encoding. */
const sampleSize = 1_048_576

/** The encoding of a file, by its name at WHATWG. */
export interface FileEncoding {
  readonly encoding: string
  /** Whether nothing in the file says so: any bytes are text in Windows-1252. */
  readonly guessed: boolean
}

/** Tells the encoding of a file by its first bytes. */
export function detectEncoding(sample: Uint8Array): FileEncoding {
  const [first, second] = sample
  if (first === 0xff && second === 0xfe) return { encoding: 'utf-16le', guessed: false }
  if (first === 0xfe && second === 0xff) return { encoding: 'utf-16be', guessed: false }
  const { length } = sample
  // Texts in UTF-16 have delimiters, digits and line ends, of which one byte is zero, and always the same of the two.
  const zeros = [0, 0]
  for (let at = 0; at < length; at++) if (sample[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  if (Math.max(even, odd) > Math.max(1, length / 16, 8 * Math.min(even, odd)))
    return { encoding: odd > even ? 'utf-16le' : 'utf-16be', guessed: false }
  const whole = length < sampleSize ? sample : sample.subarray(0, completeEnd(sample))
  return isUtf8(whole) ? { encoding: 'utf-8', guessed: false } : { encoding: 'windows-1252', guessed: true }
}

/**
 * Decodes a text file to UTF-8 without a byte order mark. A byte that is wrong in the encoding is an error with its
 * place, and is never replaced.
 */
export async function* decodeText(chunks: AsyncIterable<Uint8Array>, encoding?: string): AsyncGenerator<Buffer, void> {
  const { sample, pieces } = await takeSample(inPieces(chunks), encoding === undefined ? sampleSize : 0)
  const decoder = createDecoder(encoding ?? detectEncoding(sample).encoding)
  for await (const piece of pieces) yield decoder.decode(piece)
  yield decoder.decode(undefined)
}

interface Decoder {
  /** Decodes the next piece; without one, the end. */
  decode(piece: Buffer | undefined): Buffer
}

function createDecoder(encoding: string): Decoder {
  const label = encoding.trim().toLowerCase()
  return label === 'utf-8' || label === 'utf8' ? new Utf8Check() : new OtherDecoder(label)
}

/** Passes UTF-8 on as it is, after a check. */
class Utf8Check implements Decoder {
  /** The beginning of a character whose other bytes have not come yet. */
  #held: Buffer = Buffer.alloc(0)
  #at = 0

  decode(piece: Buffer | undefined): Buffer {
    const bytes =
      this.#held.length === 0 ? (piece ?? this.#held) : Buffer.concat([this.#held, piece ?? Buffer.alloc(0)])
    const end = piece ? completeEnd(bytes) : bytes.length
    const whole = bytes.subarray(0, end)
    if (!isUtf8(whole)) throw new UnreadableFile('The text is not UTF-8', { byte: this.#at + findFault(whole) })
    refuseZero(whole.indexOf(0), this.#at)
    this.#held = Buffer.from(bytes.subarray(end))
    const isMarked = this.#at === 0 && whole[0] === 0xef && whole[1] === 0xbb && whole[2] === 0xbf
    this.#at += end
    return isMarked ? whole.subarray(3) : whole
  }
}

class OtherDecoder implements Decoder {
  readonly #decoder: TextDecoder
  #at = 0

  constructor(label: string) {
    try {
      this.#decoder = new TextDecoder(label, { fatal: true })
    } catch (error) {
      throw new UnreadableFile(`${JSON.stringify(label.slice(0, 40))} is no known encoding`, {}, error)
    }
  }

  decode(piece: Buffer | undefined): Buffer {
    const text = this.#decodeText(piece)
    refuseZero(text.indexOf('\0'), this.#at)
    this.#at += piece?.length ?? 0
    return Buffer.from(text)
  }

  #decodeText(piece: Buffer | undefined): string {
    try {
      return piece ? this.#decoder.decode(piece, { stream: true }) : this.#decoder.decode()
    } catch (error) {
      throw new UnreadableFile(`The text is not ${this.#decoder.encoding} after this byte`, { byte: this.#at }, error)
    }
  }
}

/** The character NUL is in no text that people write, and the database has no text with it. */
function refuseZero(index: number, at: number): void {
  if (index >= 0) throw new UnreadableFile('The file is no text: it has the character NUL', { byte: at + index })
}

/** Where the last character ends whose bytes are all there. */
function completeEnd(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte >= 0xc0) return back < bytesOf(byte) ? bytes.length - back : bytes.length
    if (byte < 0x80) break
  }
  return bytes.length
}

/** How many bytes a character has that begins with this one. */
function bytesOf(first: number): number {
  if (first < 0x80) return 1
  if (first < 0xe0) return 2
  return first < 0xf0 ? 3 : 4
}

/** The place of the first byte that is not UTF-8, if there is one. */
function findFault(bytes: Buffer): number {
  let at = 0
  while (at < bytes.length) {
    const end = at + bytesOf(bytes[at] ?? 0)
    if (end > bytes.length || !isUtf8(bytes.subarray(at, end))) return at
    at = end
  }
  return at
}
