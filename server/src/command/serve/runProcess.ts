import { availableParallelism } from 'node:os'
import type { Log } from '../../request/log.ts'
import type { Settings } from '../../settings/Settings.ts'
import type { Context } from '../Context.ts'
import { toSignIn } from '../toSignIn.ts'
import { toServeOptions } from '../toServeOptions.ts'
import { untilAborted, watchSignals } from '../watchSignals.ts'
import { sayAddress } from './sayAddress.ts'
import { warnOfConsole } from './warnOfConsole.ts'
import { warnOfEncoding } from './warnOfEncoding.ts'
import { warnOfProxy } from './warnOfProxy.ts'
import { warnOfRoles } from './warnOfRoles.ts'
import { warnOfUsers } from './warnOfUsers.ts'

/** Serves in this process only, until a signal stops it. */
export async function runAlone(context: Context, settings: Settings): Promise<void> {
  const signals = watchSignals(context)
  const [{ serve }, declared, log] = await prepare(context, settings)
  const { models, roles, logic } = declared
  const signIn = toSignIn(declared.signIn, settings, context)
  const server = await serve({ settings, models, roles, logic, signIn, log, ...toServeOptions(context) })
  const { url, healthUrl } = server
  log.info({ url, healthUrl, models: models.all.length, version: context.version }, 'serving')
  sayAddress(context, server)
  warnOfProxy(settings, log)
  void warnOfConsole(settings, log)
  void warnOfRoles(settings, roles, log)
  void warnOfEncoding(settings, log)
  void warnOfUsers(settings, signIn, log)
  await untilAborted(signals.asked)
  log.info({ signal: signals.asked.reason }, 'draining')
  await server.drain()
  log.info('ended')
  signals.stop()
}

/** Serves as one of several workers, until the primary or a signal stops it. */
export async function runWorker(context: Context, settings: Settings, of: number): Promise<void> {
  const { primary } = context
  if (!primary) throw new TypeError('A worker has a primary.')
  const signals = watchSignals(context)
  const [{ startService }, declared, log] = await prepare(context, settings)
  const { models, roles, logic } = declared
  const signIn = toSignIn(declared.signIn, settings, context)
  const [{ reportToPrimary }, { splitSettings }] = await Promise.all([
    import('../../workers/reportToPrimary.ts'),
    import('../../workers/splitSettings.ts'),
  ])
  const server = await startService({
    settings: splitSettings(settings, { number: primary.number, of }),
    cores: Math.ceil(availableParallelism() / of),
    models,
    roles,
    logic,
    signIn,
    log,
    ...toServeOptions(context),
  })
  const asked = AbortSignal.any([signals.asked, reportToPrimary(primary, server.url, server)])
  if (primary.number === 1) {
    warnOfProxy(settings, log)
    void warnOfConsole(settings, log)
    void warnOfRoles(settings, roles, log)
    void warnOfEncoding(settings, log)
    void warnOfUsers(settings, signIn, log)
  }
  await untilAborted(asked)
  log.info({ asked: asked.reason }, 'worker draining')
  await server.drain()
  log.info('worker ended')
  signals.stop()
}

async function prepare(
  context: Context,
  settings: Settings,
): Promise<[typeof import('../../boot/serve.ts'), Awaited<ReturnType<typeof load>>, Log]> {
  const [server, declared, { createLog }] = await Promise.all([
    import('../../boot/serve.ts'),
    load(settings),
    import('../../request/log.ts'),
  ])
  const { primary, stdout, onExit } = context
  const sharing = primary && { worker: primary.number }
  return [server, declared, createLog({ level: settings.logLevel, fileDescriptor: stdout.fd, sharing, onExit })]
}

async function load(settings: Settings) {
  const { loadDeclared } = await import('../loadDeclared.ts')
  return loadDeclared(settings.models, settings)
}
