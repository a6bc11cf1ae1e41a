import { ProcessFigures } from '../metrics/ProcessFigures.ts'
import { joinSnapshots, only, type Snapshot } from '../metrics/Snapshot.ts'
import { WorkerMetrics } from '../metrics/WorkerMetrics.ts'
import type { WorkerSlot, WorkerState } from './WorkerSlot.ts'

const states: readonly WorkerState['state'][] = ['starting', 'serving', 'dead', 'ended']

/** Returns a function that gives the figures of all workers and of this process, their primary, as one. */
export function createMetrics(slots: readonly WorkerSlot[]): () => Promise<Snapshot> {
  const own = new ProcessFigures()
  const workers = slots.map((slot) => ({ slot, metrics: new WorkerMetrics() }))
  return async () => {
    const reported = await Promise.all(
      workers.map(async ({ slot, metrics }) => {
        const { pid } = slot.state
        const snapshot = (await slot.ask('metrics')) as Snapshot | null | undefined
        return metrics.report(pid, snapshot ?? undefined)
      }),
    )
    return joinSnapshots([own.snapshot, ...reported, workerFigures(slots.map(({ state }) => state))])
  }
}

function workerFigures(found: readonly WorkerState[]): Snapshot {
  const count = (state: string) => found.filter((worker) => worker.state === state).length
  return {
    tabularium_workers: states.map((state) => ({ labels: [state], value: count(state) })),
    tabularium_worker_deaths_total: only(found.reduce((sum, { deaths }) => sum + deaths, 0)),
  }
}
