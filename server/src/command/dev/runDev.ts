import { join, resolve } from 'node:path'
import { stat } from 'node:fs/promises'
import { CommandFailure } from '../CommandFailure.ts'
import { buildConsole } from '../console/buildConsole.ts'
import type { Context } from '../Context.ts'
import { findFreePort, requireFreePort } from '../localPostgres/ports.ts'
import { type LocalPostgres, startLocalPostgres } from '../localPostgres/startLocalPostgres.ts'
import { createProgress } from '../progress.ts'
import { untilAborted, watchSignals } from '../watchSignals.ts'
import { DevService } from './DevService.ts'
import { readAnswers } from './readAnswers.ts'
import { watchFolder } from './watchFolder.ts'

export interface DevOptions {
  readonly models: string
  readonly port: number
  /** Whether the port was given: then no other is used. */
  readonly portNamed: boolean
  readonly data: string | undefined
  readonly reset: boolean
  readonly newPassword: boolean
  readonly allowDataLoss: boolean
}

/** Functions that stop what was started, in the order of the start. */
type Stops = (() => Promise<void> | void)[]

/** Starts the database and the service, follows the changes of the models, and stops all on a signal or an error. */
export async function runDev(context: Context, options: DevOptions): Promise<void> {
  const stops: Stops = []
  let kill = () => {}
  const exit = (code: number) => {
    kill()
    context.exit(code)
  }
  const signals = watchSignals({ ...context, exit })
  try {
    await requireFolder(options.models)
    if (options.portNamed) await requireFreePort(options.port)
    const postgres = await startDatabase(context, options, signals.asked)
    stops.push(postgres.stop)
    const progress = createProgress(context, signals.asked)
    await buildConsole({ env: context.env, progress, signal: signals.asked })
    const service = await startService(context, options, postgres.url, stops)
    kill = () => service.kill()
    const asked = untilAborted(signals.asked).then(() => 'asked')
    if ((await Promise.race([asked, postgres.ended])) !== 'asked')
      throw new Error(`PostgreSQL has ended unexpectedly. Read the reason in ${join(postgres.folder, 'postgres.log')}.`)
  } catch (error) {
    if (!signals.asked.aborted) throw error
  } finally {
    for (const stop of stops.toReversed()) await stop()
    signals.stop()
  }
  context.stderr.write('tabularium dev has ended; nothing of it runs any more.\n')
}

async function requireFolder(models: string): Promise<void> {
  const found = await stat(models).catch(() => undefined)
  if (found?.isDirectory()) return
  throw new CommandFailure(
    'usage',
    `There is no folder ${models} with models: run npx tabularium init, or name the folder with --models.`,
  )
}

const advice = {
  who: 'tabularium dev',
  startOver: 'npx tabularium dev --reset',
  otherFolder: 'choose another folder with --data',
}

function startDatabase(context: Context, { data, reset }: DevOptions, signal: AbortSignal): Promise<LocalPostgres> {
  return startLocalPostgres(context, {
    folder: resolve(context.folder, data ?? '.tabularium/dev'),
    elsewhere: data === undefined,
    reset,
    advice,
    progress: createProgress(context, signal),
    signal,
  })
}

async function startService(
  context: Context,
  { models, port, newPassword, allowDataLoss }: DevOptions,
  databaseUrl: string,
  stops: Stops,
): Promise<DevService> {
  const { note } = createProgress(context)
  const free = port === 0 ? 0 : await findFreePort(port)
  if (free !== port) note(`Port ${port} is taken, so it is ${free}.`)
  let started = 0
  const answers = readAnswers(context, (answer) => service.start(answer))
  const service = new DevService({
    databaseUrl,
    newPassword,
    port: free,
    fork: (task) => context.fork(++started, task),
    note,
    onPending: (pending) => answers.expect(pending.length > 0),
  })
  stops.push(() => service.stop(), answers.close)
  stops.push(await watchFolder(models, () => service.start('ask')))
  if (allowDataLoss) service.start('apply', 'all')
  else service.start('ask')
  return service
}
