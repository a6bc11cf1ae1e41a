import type { IncomingMessage } from 'node:http'

/** What a peer answered. */
export interface Answered {
  /** The HTTP status of the answer; null if there was none. */
  readonly status: number | null
  /** The beginning of the answer. */
  readonly answer: string
  /** The header `Retry-After`. */
  readonly retryAfter: string | null
}

/** How many bytes of an answer are kept. */
const maxAnswer = 1_024

/** The beginning of an answer. If it breaks off, what came is enough. */
export class AnswerStart {
  readonly #parts: Buffer[] = []
  #bytes = 0
  /** The status and the headers, when they have come. */
  head: IncomingMessage | undefined

  /** Reads the first bytes, and calls `onEnd` when no more are wanted. */
  read(head: IncomingMessage, onEnd: () => void): void {
    this.head = head
    head.on('data', (part: Buffer) => {
      this.#parts.push(part)
      this.#bytes += part.length
      if (this.#bytes >= maxAnswer) onEnd()
    })
    head.on('end', onEnd)
    head.on('error', onEnd)
  }

  /** What came so far; undefined if there is no status yet. */
  find(): Answered | undefined {
    if (!this.head) return undefined
    const { statusCode: status = null, headers } = this.head
    // PostgreSQL has no text with the character NUL.
    const answer = Buffer.concat(this.#parts).subarray(0, maxAnswer).toString('utf8').replaceAll('\0', '')
    return { status, answer, retryAfter: headers['retry-after'] ?? null }
  }
}
