import { setTimeout as pause } from 'node:timers/promises'
import type { Load, LoadMessage, LoadResult } from './Load.ts'
import { LoadConnection } from './LoadConnection.ts'
import { Tally } from './Tally.ts'

// The process that makes the load. It receives a Load as a message, reports when it is ready, and runs it on 'run'.

/** The maximum wait for a response, in milliseconds. */
const maxWait = 60_000

let running: (() => Promise<LoadResult>) | undefined

process.on('message', (message: Load | 'run') => {
  take(message).then(progress, (error: unknown) =>
    progress({ failure: error instanceof Error ? error.message : String(error) }),
  )
})
process.on('disconnect', () => process.exit())

async function take(message: Load | 'run'): Promise<LoadMessage> {
  if (message !== 'run') {
    running = await prepare(message)
    return 'ready'
  }
  if (!running) throw new Error('There is no load to run.')
  return { result: await running() }
}

function progress(message: LoadMessage): void {
  process.send?.(message)
}

async function prepare(load: Load): Promise<() => Promise<LoadResult>> {
  const tally = new Tally()
  tally.counts = false
  const connections = await open(load, tally)
  return () => run(load, connections, tally)
}

/** However it ends, all connections stop sending: otherwise they would disturb the next load. */
async function run(load: Load, connections: readonly LoadConnection[], tally: Tally): Promise<LoadResult> {
  const ended = Promise.all(connections.map((connection) => connection.start()))
  try {
    return await count(load, ended, tally)
  } finally {
    for (const connection of connections) connection.stop()
    await ended
  }
}

async function count(load: Load, ended: Promise<unknown>, tally: Tally): Promise<LoadResult> {
  await Promise.race([pause(load.leadIn * 1_000), ended])
  tally.counts = true
  const start = performance.now()
  // However slow a side is, at least one response is measured.
  await Promise.race([
    Promise.all([pause(load.seconds * 1_000), tally.first]),
    pause(load.seconds * 1_000 + maxWait),
    ended,
  ])
  tally.counts = false
  const took = performance.now() - start
  const { errors, firstError } = tally
  const [p50 = 0, p99 = 0] = tally.percentiles(0.5, 0.99)
  const rate = (tally.count / took) * 1_000
  return { rate, p50, p99, errors, ...(firstError === undefined ? {} : { firstError }) }
}

async function open({ ports, connections, requests }: Load, tally: Tally): Promise<LoadConnection[]> {
  const opening = Array.from({ length: connections }, (_, number) => {
    const own = requests.filter((_, index) => index % connections === number)
    return LoadConnection.open(ports[number % ports.length] ?? 0, own, tally)
  })
  return Promise.all(opening)
}
