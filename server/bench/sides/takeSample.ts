import { timeFixedWork } from '../figures.ts'
import type { LoadResult } from './Load.ts'
import { type Processors, readTicks, toProcessors } from './processors.ts'
import type { Asked, Side } from './Side.ts'
import { isWrite } from './Work.ts'

/** One measurement of one round. */
export interface Sample extends LoadResult {
  readonly processors: Processors
  /** How long a fixed piece of work took just before, in milliseconds. */
  readonly fixedWork: number
}

/** What is watched of the PostgreSQL below all sides. */
export interface Measured {
  readonly cluster: { readonly pid: number }
  /** Writes to disk what was written before, so that every side that writes begins alike. */
  settle(): Promise<void>
}

/** A side answered something else than success. That is a fault of the side or of the bench, so nothing is repeated. */
export class RequestsRefused extends Error {
  override readonly name = 'RequestsRefused'
}

/** Measures once. Throws where the run failed, stalled, or did something else than what was asked for. */
export async function takeSample(side: Side, ground: Measured, asked: Asked): Promise<Sample> {
  const { work, within } = asked
  if (isWrite(work)) await ground.settle()
  const prepared = await side.prepare(asked)
  const fixedWork = Math.min(timeFixedWork(), timeFixedWork(), timeFixedWork())
  const watched = { server: side.pids, postgres: ground.cluster.pid, client: side.clientPid }
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
