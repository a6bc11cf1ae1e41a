import type { Context } from './Context.ts'

/** npm forwards a Ctrl-C that the process already got from the terminal: signals within this time count as one. */
const repeatWindow = 1000

/** The first signal aborts `asked`; a later one ends the process at once. `stop` removes the listener. */
export function watchSignals(context: Pick<Context, 'now' | 'onSignal' | 'exit'>): {
  readonly asked: AbortSignal
  stop(): void
} {
  const controller = new AbortController()
  let first: number | undefined
  const stop = context.onSignal((signal) => {
    if (first === undefined) {
      first = context.now()
      controller.abort(signal)
    } else if (context.now() - first > repeatWindow) context.exit(signal === 'SIGINT' ? 130 : 143)
  })
  return { asked: controller.signal, stop }
}

/** Resolves when the signal is aborted, or at once if it already is. */
export async function untilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
}
