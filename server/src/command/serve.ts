import { availableParallelism } from 'node:os'
import type { Command } from 'commander'
import { parseSettings } from '../settings/parseSettings.ts'
import type { Settings } from '../settings/Settings.ts'
import type { Context } from './Context.ts'
import { newCommand, sourceOf, withSettings } from './newCommand.ts'

/** `serve`: runs the service until a signal stops it. */
export function serveCommand(context: Context): Command {
  const command = newCommand(context, {
    name: 'serve',
    description:
      'Serve the records of the declared models over HTTP, with JSON logs on standard output.\n' +
      'SIGTERM or Ctrl-C drains: open requests are answered, then the process ends. A second signal ends it at once.',
    examples: [
      ['tabularium serve --models examples/contacts --port 8123', 'serves on http://127.0.0.1:8123'],
      ['tabularium serve --workers auto', 'with one process for each core'],
      ['tabularium serve --host 0.0.0.0 --public-url https://records.example.com', 'behind a proxy that speaks TLS'],
    ],
    exits: ['schemaDiffers', 'unreachable'],
  })
  return withSettings(command, 'serve').action(async () => {
    await runServer(context, parseSettings('serve', sourceOf(command, context)))
  })
}

/** Serves in this process, as the primary of several workers, or as a worker. */
async function runServer(context: Context, settings: Settings): Promise<void> {
  const count = settings.workers === 'auto' ? availableParallelism() : settings.workers
  if (!context.primary && count > 1) {
    const { runPrimary } = await import('./serve/runPrimary.ts')
    return runPrimary(context, settings, count)
  }
  const { runAlone, runWorker } = await import('./serve/runProcess.ts')
  return context.primary ? runWorker(context, settings, count) : runAlone(context, settings)
}
