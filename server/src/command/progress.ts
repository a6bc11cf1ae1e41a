import type { Context } from './Context.ts'
import { paint } from './output.ts'

/** Something that is being done. */
export interface Ticking {
  done(): void
  failed(): void
}

/** Tells on stderr what is being done and how long it took. */
export interface Progress {
  begin(sentence: string): Ticking
  step<T>(sentence: string, work: () => Promise<T>): Promise<T>
  /** Something to know that is not a step. */
  note(sentence: string): void
}

/** On a terminal each step shows before it is done and gets its tick after; in a pipe there is one plain line when it is done. */
export function createProgress(context: Context, stopping?: AbortSignal): Progress {
  const { stderr, now } = context
  const clear = stderr.isTTY ? '\r\u001b[2K' : ''
  const mark = (colour: 'green' | 'red', tick: string, word: string) =>
    `${clear}${stderr.isTTY ? paint(stderr, context, colour, tick) : word}`
  const begin = (sentence: string): Ticking => {
    const start = now()
    if (stderr.isTTY) stderr.write(`  ${sentence} …`)
    return {
      done: () => {
        const time = paint(stderr, context, 'dim', `(${toSeconds(now() - start)})`)
        stderr.write(`${mark('green', '✔', 'done:')} ${sentence} ${time}\n`)
      },
      failed: () => stderr.write(`${mark('red', '✘', stopping?.aborted ? 'stopped:' : 'failed:')} ${sentence}\n`),
    }
  }
  return {
    begin,
    step: async (sentence, work) => {
      const ticking = begin(sentence)
      try {
        const result = await work()
        ticking.done()
        return result
      } catch (error) {
        ticking.failed()
        throw error
      }
    },
    note: (sentence) => stderr.write(`${clear}${sentence}\n`),
  }
}

function toSeconds(milliseconds: number): string {
  return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`
}
