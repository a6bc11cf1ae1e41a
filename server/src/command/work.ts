import type { Command } from 'commander'
import { parseSettings } from '../settings/parseSettings.ts'
import type { Context } from './Context.ts'
import { newCommand, sourceOf, withSettings } from './newCommand.ts'

/** `work`: runs jobs, reactions and schedules and sends webhooks until a signal stops it. */
export function workCommand(context: Context): Command {
  const command = newCommand(context, {
    name: 'work',
    description:
      'Run the jobs, reactions and schedules of the declared logic and send webhooks, without answering requests.\n' +
      'It takes the settings of serve; those about requests have no effect. SIGTERM or Ctrl-C drains: jobs under way ' +
      'end, or are left to another process. A second signal ends it at once.',
    examples: [
      ['tabularium serve --work false', 'answers requests only'],
      [
        'tabularium work --models examples/orders --health-port 8124',
        'does the work, in as many processes as you like',
      ],
    ],
    exits: ['schemaDiffers', 'unreachable'],
  })
  return withSettings(command, 'serve').action(async () => {
    const { runWork } = await import('./work/runWork.ts')
    await runWork(context, parseSettings('serve', sourceOf(command, context)))
  })
}
