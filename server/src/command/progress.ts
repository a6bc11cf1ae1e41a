import type { Context } from './Context.ts'
import { paint } from './output.ts'

/** A step that is running. */
export interface RunningStep {
  done(): void
  failed(): void
}

/** Shows on stderr which step is running and how long it took. */
export interface Progress {
  begin(sentence: string): RunningStep
  step<T>(sentence: string, work: () => Promise<T>): Promise<T>
  /** Prints a message that is not a step. */
  note(sentence: string): void
}

/** On a terminal, a running step is shown and then ticked off. In a pipe, each completed step is one plain line. */
export function createProgress(context: Context, stopping?: AbortSignal): Progress {
  const { stderr, now } = context
  const clear = stderr.isTTY ? '\r\u001b[2K' : ''
  const mark = (colour: 'green' | 'red', tick: string, word: string) =>
    `${clear}${stderr.isTTY ? paint(stderr, context, colour, tick) : word}`
  const begin = (sentence: string): RunningStep => {
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
      const running = begin(sentence)
      try {
        const result = await work()
        running.done()
        return result
      } catch (error) {
        running.failed()
        throw error
      }
    },
    note: (sentence) => stderr.write(`${clear}${sentence}\n`),
  }
}

function toSeconds(milliseconds: number): string {
  return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`
}
