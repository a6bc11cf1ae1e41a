import { parseJson } from '../call/parseJson.ts'
import { Failure } from '../failure/failure.ts'
import { decodeText } from './decodeText.ts'
import { defaultLimits, type FileLimits } from './limits.ts'
import { UnreadableFile } from './UnreadableFile.ts'

/** A line of NDJSON. Blank lines are left out, but they are counted. */
export interface JsonLine {
  /** The number of the line, from 1. */
  readonly row: number
  /** Where the line begins, without a byte order mark. */
  readonly byte: number
  /** The members of its object: a map, since the names come from outside. */
  readonly members: ReadonlyMap<string, unknown>
  /** What is wrong with the line, as a sentence without its full stop. Other lines can be used. */
  readonly problem?: string
}

/** Reads NDJSON line by line. Duplicate members and numbers that would be rounded are problems, as in a request. */
export async function* readNdjson(
  chunks: AsyncIterable<Uint8Array>,
  limits: Partial<FileLimits> = {},
): AsyncGenerator<JsonLine, void> {
  for await (const { bytes, ...place } of splitLines(chunks, { ...defaultLimits, ...limits }))
    if (!bytes.every(isSpace)) yield { ...place, ...parseLine(bytes) }
}

const lineFeed = 0x0a

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0d || byte === 0x09
}

interface Line {
  readonly row: number
  readonly byte: number
  readonly bytes: Buffer
}

async function* splitLines(chunks: AsyncIterable<Uint8Array>, limits: FileLimits): AsyncGenerator<Line, void> {
  let [row, byte] = [1, 0]
  /** The beginning of a line that goes on in the next piece. */
  let held = Buffer.alloc(0)
  for await (const piece of decodeText(chunks, 'utf-8')) {
    let start = 0
    for (let end = piece.indexOf(lineFeed); end >= 0; end = piece.indexOf(lineFeed, start)) {
      const bytes = Buffer.concat([held, piece.subarray(start, end)])
      check(row, bytes.length, limits)
      yield { row, byte, bytes }
      ;[row, byte, start, held] = [row + 1, byte + bytes.length + 1, end + 1, Buffer.alloc(0)]
    }
    held = Buffer.concat([held, piece.subarray(start)])
    check(row, held.length, limits)
  }
  if (held.length > 0) yield { row, byte, bytes: held }
}

function check(row: number, length: number, { record, rows }: FileLimits): void {
  if (length > record) throw new UnreadableFile(`A line is longer than ${record} bytes`, { row })
  if (row > rows) throw new UnreadableFile(`The file has more than ${rows} lines`)
}

function parseLine(bytes: Buffer): Pick<JsonLine, 'members' | 'problem'> {
  const none: ReadonlyMap<string, unknown> = new Map()
  try {
    const value = parseJson(bytes)
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return { members: new Map(Object.entries(value)) }
    return { members: none, problem: 'The line is no JSON object' }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    // The parser is that of requests, which have a body of several lines.
    const problem = error.message
      .replace(/\.$/, '')
      .replaceAll(/\b([Tt]he) body\b/g, '$1 line')
      .replace('line 1, ', '')
    return { members: none, problem }
  }
}
