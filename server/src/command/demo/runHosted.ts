import type { Context } from '../Context.ts'
import { watchSignals } from '../watchSignals.ts'
import { createDemoHost } from './createDemoHost.ts'
import type { DemoOptions } from './DemoHost.ts'
import { loadDemo } from './loadDemo.ts'

/** Runs the demo of the package @tabularium/demo until a signal or an error ends it. */
export async function runHosted(context: Context, folder: string | undefined, options: DemoOptions): Promise<void> {
  const signals = watchSignals(context)
  try {
    const runDemo = await loadDemo(context, folder, signals.asked)
    await runDemo(createDemoHost(context, signals.asked), options)
  } catch (error) {
    if (!signals.asked.aborted) throw error
  } finally {
    signals.stop()
  }
  context.stderr.write('The demo has ended; nothing of it runs any more.\n')
}
