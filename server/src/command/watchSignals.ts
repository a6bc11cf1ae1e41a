import type { Context } from './Context.ts'

/** npm forwards a Ctrl-C that the process already got from the terminal: signals within this time count as one. */
const repeatWindow = 1000
/** How often the parent is checked, in milliseconds. */
const parentInterval = 1000

/**
 * The first signal aborts `asked`; a later one ends the process at once. A process that npm started also ends when npm
 * has ended: npm does not always forward SIGTERM. `stop` removes the listeners.
 */
export function watchSignals(context: Pick<Context, 'env' | 'now' | 'onSignal' | 'parentId' | 'exit'>): {
  readonly asked: AbortSignal
  stop(): void
} {
  const controller = new AbortController()
  let first: number | undefined
  const stopSignals = context.onSignal((signal) => {
    if (first === undefined) {
      first = context.now()
      controller.abort(signal)
    } else if (context.now() - first > repeatWindow) context.exit(signal === 'SIGINT' ? 130 : 143)
  })
  const stopParent = watchParent(context, () => controller.abort('the end of npm'))
  return {
    asked: controller.signal,
    stop: () => {
      stopSignals()
      stopParent()
    },
  }
}

/** Calls the listener when npm, which started this process, has ended. */
function watchParent({ env, parentId }: Pick<Context, 'env' | 'parentId'>, onEnd: () => void): () => void {
  if (env['npm_command'] === undefined && env['npm_lifecycle_event'] === undefined) return () => {}
  const parent = parentId()
  const timer = setInterval(() => {
    if (parentId() === parent) return
    clearInterval(timer)
    onEnd()
  }, parentInterval)
  timer.unref()
  return () => clearInterval(timer)
}

/** Resolves when the signal is aborted, or at once if it already is. */
export async function untilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
}
