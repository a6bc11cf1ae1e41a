import { setImmediate } from 'node:timers/promises'

const pieceSize = 65_536

/** Milliseconds after which other requests get a turn. */
const turn = 10

/** Cuts bytes into small pieces, however large they come. */
export async function* inPieces(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer, void> {
  for await (const { buffer, byteOffset, length } of chunks)
    for (let at = 0; at < length; at += pieceSize)
      yield Buffer.from(buffer, byteOffset + at, Math.min(pieceSize, length - at))
}

/** The first bytes of a file, and its pieces, those among them. */
export interface Sampled {
  readonly sample: Buffer
  readonly pieces: AsyncGenerator<Buffer, void>
}

/** Looks at the beginning of a file. The sample is shorter than `size` only if the file is. */
export async function takeSample(source: AsyncGenerator<Buffer, void>, size: number): Promise<Sampled> {
  const taken: Buffer[] = []
  for (let held = 0; held < size; held += taken.at(-1)?.length ?? 0) {
    const next = await source.next()
    if (next.done) break
    taken.push(next.value)
  }
  return { sample: Buffer.concat(taken), pieces: continueAfter(taken, source) }
}

/** Goes on with the pieces. Between them, other requests of the process get their turns, whoever makes the pieces. */
async function* continueAfter(taken: readonly Buffer[], source: AsyncGenerator<Buffer, void>) {
  let begin = performance.now()
  const giveTurn = async () => {
    if (performance.now() - begin <= turn) return
    await setImmediate()
    begin = performance.now()
  }
  try {
    for (const piece of taken) {
      yield piece
      await giveTurn()
    }
    for await (const piece of source) {
      yield piece
      await giveTurn()
    }
  } finally {
    await source.return()
  }
}
