import type { Context } from './Context.ts'

/** npm passes a Ctrl-C on to a process that got it from the terminal already, so what follows at once is the same wish. */
const sameWish = 1000

/** Aborted by the first signal; a later one ends the process at once. Call `stop` when there is nothing left to end. */
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
    } else if (context.now() - first > sameWish) context.exit(signal === 'SIGINT' ? 130 : 143)
  })
  return { asked: controller.signal, stop }
}

/** Resolves when the signal is aborted, also where it was before. */
export async function untilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
}
