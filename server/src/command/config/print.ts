import type { Command } from 'commander'
import { describeSettings } from '../../settings/describeSettings.ts'
import { parseSettings } from '../../settings/parseSettings.ts'
import type { Context } from '../Context.ts'
import { newCommand, sourceOf, withSettings } from '../newCommand.ts'
import { printJson, printTable } from '../output.ts'

/** `config print`: the effective settings and where they come from. */
export function printConfigCommand(context: Context): Command {
  const command = newCommand(context, {
    name: 'print',
    description: 'Show the value of every setting and where it comes from. Passwords are masked.',
    examples: [['tabularium config print --port 9000', 'what the settings would be with this flag']],
  })
    .alias('show')
    .option('--json', 'print JSON')
  return withSettings(command, 'config').action(() => {
    const source = sourceOf(command, context)
    parseSettings('config', source)
    const settings = describeSettings(source)
    if (command.opts<{ json?: true }>().json) return printJson(context.stdout, settings)
    const rows = settings.map(({ name, value, origin, variable }) => [name, value || '-', origin, variable])
    printTable(context.stdout, ['setting', 'value', 'from', 'variable'], rows)
  })
}
