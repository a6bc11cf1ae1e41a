import type { Command } from 'commander'
import type { Log } from '../log.ts'
import type { DeclaredRole } from '../model/role.ts'
import { readSettings } from '../settings/readSettings.ts'
import type { Settings } from '../settings/Settings.ts'
import type { Context } from './Context.ts'
import { newCommand, sourceOf, withSettings } from './newCommand.ts'
import { untilAborted, watchSignals } from './watchSignals.ts'

/** `serve`: the service itself, until a signal asks it to end. */
export function serveCommand(context: Context): Command {
  const command = newCommand(context, {
    name: 'serve',
    description:
      'Serve the records of the declared models over HTTP, with JSON logs on standard output.\nSIGTERM or Ctrl-C drains: requests under way are answered, then the process ends. A second signal ends it at once.',
    examples: [
      ['tabularium serve --models examples/contacts --port 8123', 'serves on http://127.0.0.1:8123'],
      ['tabularium serve --host 0.0.0.0 --public-url https://records.example.com', 'behind a proxy that speaks TLS'],
    ],
    exits: ['schemaDiffers', 'unreachable'],
  })
  return withSettings(command, 'serve').action(async () => {
    await runServer(context, readSettings('serve', sourceOf(command, context)))
  })
}

async function runServer(context: Context, settings: Settings): Promise<void> {
  const signals = watchSignals(context)
  const [{ serve }, { loadDeclared }, { createLog }, { toServeOptions }] = await Promise.all([
    import('../serve.ts'),
    import('./loadDeclared.ts'),
    import('../log.ts'),
    import('./toServeOptions.ts'),
  ])
  const { models, roles } = await loadDeclared(settings.models)
  const log = createLog(settings.logLevel, context.stdout.fd)
  const server = await serve({ settings, models, log, ...toServeOptions(context) })
  log.info(
    { url: server.url, healthUrl: server.healthUrl, models: models.all.length, version: context.version },
    'serving',
  )
  void warnOfRoles(settings, roles, log)
  await untilAborted(signals.asked)
  log.info({ signal: signals.asked.reason }, 'draining')
  await server.drain()
  log.info('ended')
  signals.stop()
}

/** Roles that are not what their files declare keep nobody from serving, but somebody should know. */
async function warnOfRoles(settings: Settings, roles: readonly DeclaredRole[], log: Log): Promise<void> {
  const { databaseUrl, connectTimeout } = settings
  if (roles.length === 0) return
  const [{ withConnection }, { findRoleSteps }] = await Promise.all([
    import('./openConnection.ts'),
    import('../schema/findRoleSteps.ts'),
  ])
  try {
    const steps = await withConnection(databaseUrl, connectTimeout, (connection) =>
      findRoleSteps((statement) => connection.query(statement), roles),
    )
    const titles = steps.map(({ title }) => title)
    if (titles.length > 0)
      log.warn({ steps: titles }, 'the roles differ from their files: run tabularium migrate apply')
  } catch (error) {
    log.warn({ err: error }, 'the roles could not be compared with their files')
  }
}
