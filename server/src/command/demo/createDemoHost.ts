import { serve } from '../../boot/serve.ts'
import { createLog } from '../../request/log.ts'
import { parseSettings } from '../../settings/parseSettings.ts'
import { buildConsole } from '../console/buildConsole.ts'
import type { Context } from '../Context.ts'
import { type Declared, loadDeclared } from '../loadDeclared.ts'
import { keepSecrets, toPassword } from '../localPostgres/keepSecrets.ts'
import { findFreePort, requireFreePort } from '../localPostgres/ports.ts'
import { startLocalPostgres } from '../localPostgres/startLocalPostgres.ts'
import { paint } from '../output.ts'
import { createProgress, type Progress } from '../progress.ts'
import { toServeOptions } from '../toServeOptions.ts'
import type { DemoHost, DemoServeOptions, HostedService } from './DemoHost.ts'
import { withDemoDatabase } from './withDemoDatabase.ts'

/** Gives the demo what it needs of the service and its process. */
export function createDemoHost(context: Context, signal: AbortSignal): DemoHost {
  const { folder, now, randomBytes, stdout, env } = context
  const progress = createProgress(context, signal)
  return {
    folder,
    signal,
    now,
    randomBytes,
    print: (text) => stdout.write(text),
    paint: (style, text) => paint(stdout, context, style, text),
    note: progress.note,
    step: progress.step,
    requireFreePort,
    startPostgres: (options) => startLocalPostgres(context, { ...options, progress, signal }),
    keepPasswords: (kept, names) => {
      const makers = names.map((name) => [name, () => toPassword(randomBytes(16))] as const)
      return keepSecrets(kept, Object.fromEntries(makers) as Record<(typeof names)[number], () => string>)
    },
    buildConsole: () => buildConsole({ env, progress, signal }),
    load: async (models) => {
      const declared = await loadDeclared(models)
      return {
        withDatabase: (url, work) => withDemoDatabase(url, declared, work),
        serve: (options) => serveDemo(context, { folder: models, declared, progress }, options),
      }
    },
  }
}

interface Loaded {
  readonly folder: string
  readonly declared: Declared
  readonly progress: Progress
}

async function serveDemo(
  context: Context,
  { folder, declared, progress }: Loaded,
  { databaseUrl, port, logLevel, extension }: DemoServeOptions,
): Promise<HostedService> {
  const free = await findFreePort(port)
  if (port !== 0 && free !== port) progress.note(`Port ${port} is taken, so it is ${free}.`)
  const healthPort = await findFreePort(free + 1)
  const flags = { databaseUrl, models: folder, port: free, healthPort, drainDelay: '0s', drainTimeout: '3s', logLevel }
  const settings = parseSettings('serve', { flags, env: {} })
  const { models, roles, logic } = declared
  const { stderr, onExit } = context
  const log = createLog({ level: logLevel, fileDescriptor: stderr.fd, onExit })
  return await progress.step('Start the service', () =>
    serve({ settings, models, roles, logic, extension, log, ...toServeOptions(context) }),
  )
}
