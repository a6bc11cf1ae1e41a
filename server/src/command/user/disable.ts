import type { Command } from 'commander'
import { parseSettings } from '../../settings/parseSettings.ts'
import type { Context } from '../Context.ts'
import { newCommand, sourceOf, withSettings } from '../newCommand.ts'
import { counted } from '../output.ts'

/** `user disable NAME`: ends the user's sessions in all processes and prevents new ones. */
export function disableCommand(context: Context): Command {
  const command = newCommand(context, {
    name: 'disable',
    description: 'Shut a user out: all their sessions end at once, and they cannot log in.',
    examples: [['tabularium user disable ada', 'tabularium user enable ada lets them in again']],
    exits: ['schemaDiffers', 'unreachable'],
  }).argument('<username>', 'whom to shut out')
  return withSettings(command, 'user').action(async (given: string) => {
    const { databaseUrl, connectTimeout } = parseSettings('user', sourceOf(command, context))
    const [{ withConnection }, users] = await Promise.all([import('../openConnection.ts'), import('./users.ts')])
    const username = users.requireUsername(given)
    const ended = await withConnection(databaseUrl, connectTimeout, (connection) =>
      users.changeAndEndSessions(connection, username, { disabled: true }),
    )
    context.stderr.write(`"${username}" is shut out; ${counted(ended, 'session')} ended.\n`)
  })
}
