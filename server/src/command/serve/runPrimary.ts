import type { Settings } from '../../settings/Settings.ts'
import { CommandFailure } from '../CommandFailure.ts'
import type { Context } from '../Context.ts'
import { exitCodes, type ExitName } from '../exitCodes.ts'
import { untilAborted, watchSignals } from '../watchSignals.ts'
import { sayAddress } from './sayAddress.ts'

/** How long the primary waits for a worker after the worker's own drain limit, in milliseconds. */
const grace = 5_000

/** Serves with several workers until a signal stops it. It ends after the last worker. */
export async function runPrimary(context: Context, settings: Settings, count: number): Promise<void> {
  let kill = () => {}
  const exit = (code: number) => {
    kill()
    context.exit(code)
  }
  const signals = watchSignals({ ...context, exit })
  const [{ serveByWorkers }, { createLog }] = await Promise.all([
    import('../../workers/serveByWorkers.ts'),
    import('../../request/log.ts'),
  ])
  const { healthHost, healthPort, drainDelay, drainTimeout, logLevel } = settings
  const log = createLog({
    level: logLevel,
    fileDescriptor: context.stdout.fd,
    sharing: {},
    onExit: context.onExit,
  })
  const server = await serveByWorkers({
    count,
    healthHost,
    healthPort,
    drainLimit: drainDelay + drainTimeout + grace,
    log,
    fork: context.fork,
  }).catch((error: unknown) => {
    throw toCommandFailure(error)
  })
  kill = () => server.kill()
  const { url, healthUrl } = server
  log.info({ url, healthUrl, workers: count, version: context.version }, 'serving')
  sayAddress(context, server)
  await untilAborted(signals.asked)
  log.info({ signal: signals.asked.reason }, 'draining')
  await server.drain()
  log.info('ended')
  signals.stop()
}

/** The first worker has printed the error and ended with the exit code that the command should have. */
function toCommandFailure(error: unknown): unknown {
  if (!(error instanceof Error) || error.name !== 'WorkerEnded' || !('code' in error)) return error
  const names = Object.keys(exitCodes) as ExitName[]
  const exit = names.find((name) => exitCodes[name].code === error.code && name !== 'success')
  return exit ? new CommandFailure(exit, '') : new CommandFailure('failure', 'The first worker ended before it served.')
}
