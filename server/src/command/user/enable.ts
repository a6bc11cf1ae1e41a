import type { Command } from 'commander'
import { parseSettings } from '../../settings/parseSettings.ts'
import type { Context } from '../Context.ts'
import { newCommand, sourceOf, withSettings } from '../newCommand.ts'

/** `user enable NAME`: undoes `user disable`. */
export function enableCommand(context: Context): Command {
  const command = newCommand(context, {
    name: 'enable',
    description: 'Let a user in again who was shut out. They log in with the password that they had.',
    exits: ['schemaDiffers', 'unreachable'],
  }).argument('<username>', 'whom to let in')
  return withSettings(command, 'user').action(async (given: string) => {
    const { databaseUrl, connectTimeout } = parseSettings('user', sourceOf(command, context))
    const [{ withConnection }, users] = await Promise.all([import('../openConnection.ts'), import('./users.ts')])
    const username = users.requireUsername(given)
    await withConnection(databaseUrl, connectTimeout, (connection) =>
      users.changeUser(connection, username, { disabled: false }),
    )
    context.stderr.write(`"${username}" may log in again.\n`)
  })
}
