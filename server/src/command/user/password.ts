import type { Command } from 'commander'
import { parseSettings } from '../../settings/parseSettings.ts'
import type { Context } from '../Context.ts'
import { newCommand, sourceOf, withSettings } from '../newCommand.ts'
import { counted } from '../output.ts'

/** `user password NAME`: sets another password and ends the user's sessions. */
export function passwordCommand(context: Context): Command {
  const command = newCommand(context, {
    name: 'password',
    description: 'Give a user another password and end all their sessions.',
    examples: [['tabularium user password ada', 'asks for the new password twice, without showing it']],
    exits: ['schemaDiffers', 'unreachable'],
  })
    .argument('<username>', 'whose password')
    .option('--password-stdin', 'read the password from standard input')
  return withSettings(command, 'user').action(async (given: string) => {
    const { databaseUrl, connectTimeout } = parseSettings('user', sourceOf(command, context))
    const [{ withConnection }, { readPassword }, users] = await Promise.all([
      import('../openConnection.ts'),
      import('../readPassword.ts'),
      import('./users.ts'),
    ])
    const username = users.requireUsername(given)
    const { passwordStdin = false } = command.opts<{ passwordStdin?: true }>()
    const password = await readPassword(context, username, passwordStdin)
    const ended = await withConnection(databaseUrl, connectTimeout, (connection) =>
      users.changeAndEndSessions(connection, username, { password }),
    )
    context.stderr.write(`"${username}" has another password; ${counted(ended, 'session')} ended.\n`)
  })
}
