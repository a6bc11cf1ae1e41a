import { timeFixedWork } from '../figures.ts'
import type { LoadResult } from './Load.ts'
import { type Processors, readTicks, toProcessors } from './processors.ts'
import type { Asked, Side } from './Side.ts'
import { isWrite } from './Work.ts'

/** One measurement of one round. */
export interface Sample extends LoadResult {
  readonly processors: Processors
  /** The time of a fixed piece of work just before, in milliseconds. */
  readonly fixedWork: number
}

/** The PostgreSQL that all sides use, as far as the measurement needs it. */
export interface Measured {
  readonly cluster: { readonly pid: number }
  /** Flushes earlier writes to disk, so that all sides that write start under the same conditions. */
  settle(): Promise<void>
}

/** A side returned an error. That is a bug of the side or of the benchmark, so nothing is repeated. */
export class RequestsRefused extends Error {
  override readonly name = 'RequestsRefused'
}

/** Measures once. Throws if the run failed, stalled, or did not do the requested work. */
export async function takeSample(side: Side, database: Measured, asked: Asked): Promise<Sample> {
  const { work, within } = asked
  if (isWrite(work)) await database.settle()
  const prepared = await side.prepare(asked)
  const fixedWork = Math.min(timeFixedWork(), timeFixedWork(), timeFixedWork())
  const watched = { server: side.pids, postgres: database.cluster.pid, client: side.clientPid }
  const from = await readTicks(watched)
  const start = performance.now()
  const result = await prepared.run()
  const took = performance.now() - start
  const processors = toProcessors(from, await readTicks(watched), took)
  if (result.errors > 0)
    throw new RequestsRefused(`${side.name} refused ${result.errors} requests of ${work}: ${result.firstError}`)
  await prepared.verify?.()
  if (took > within) throw new Error(`it took ${(took / 1_000).toFixed(1)} s`)
  if (!(result.rate > 0 && result.p50 > 0)) throw new Error('nothing was answered in its time')
  return { ...result, processors, fixedWork }
}
