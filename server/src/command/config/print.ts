import type { Command } from 'commander'
import { describeSettings } from '../../settings/describeSettings.ts'
import { parseSettings } from '../../settings/parseSettings.ts'
import type { Overrides } from '../../model/loadModels.ts'
import type { Context } from '../Context.ts'
import { newCommand, sourceOf, withSettings } from '../newCommand.ts'
import { printJson, printTable } from '../output.ts'
import type { ShownDeclaration } from './describeSignIn.ts'

/** `config print`: the effective settings and where they come from. */
export function printConfigCommand(context: Context): Command {
  const command = newCommand(context, {
    name: 'print',
    description:
      'Show the value of every setting, and of logins in files, and where it comes from. Secrets are masked.',
    examples: [['tabularium config print --port 9000', 'what the settings would be with this flag']],
  })
    .alias('show')
    .option('--json', 'print JSON')
  return withSettings(command, 'config').action(async () => {
    const source = sourceOf(command, context)
    const { models, ...parsed } = parseSettings('config', source)
    const settings = [...describeSettings(source), ...(await describeDeclared(models, parsed, context))]
    if (command.opts<{ json?: true }>().json) return printJson(context.stdout, settings)
    const rows = settings.map(({ name, value, origin, variable }) => [name, value || '-', origin, variable ?? '-'])
    printTable(context.stdout, ['setting', 'value', 'from', 'variable'], rows)
  })
}

/** What files declare of logins. Without files that can be read there is nothing: `models check` says what is wrong. */
async function describeDeclared(folder: string, overrides: Overrides, context: Context): Promise<ShownDeclaration[]> {
  const [{ loadDeclared }, { describeSignIn }] = await Promise.all([
    import('../loadDeclared.ts'),
    import('./describeSignIn.ts'),
  ])
  const declared = await loadDeclared(folder, overrides).catch(() => undefined)
  return declared?.signIn ? describeSignIn(declared.signIn, context) : []
}
