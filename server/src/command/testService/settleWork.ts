import type { RunningService } from '../../boot/serve.ts'

/** Until when a test lets the work be done. */
export interface SettleOptions {
  /** The moment: what is due by then is done, each schedule once; now if absent. */
  readonly at?: Date
}

/** Does the work that is due by a moment, until nothing is left. Throws what failed: a test must not miss it. */
export async function settleWork(work: Pick<RunningService, 'settle'>, { at }: SettleOptions = {}): Promise<void> {
  const { failures } = await work.settle(at?.getTime())
  if (failures.length > 0) throw new Error(failures.join('\n'))
}
