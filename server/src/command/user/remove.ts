import type { Command } from 'commander'
import { accountCommand, withMessage } from '../accountCommand.ts'
import type { Context } from '../Context.ts'
import { newCommand } from '../newCommand.ts'

/** `user remove NAME`: deletes a user with all that is theirs alone. */
export function removeUserCommand(context: Context): Command {
  const command = newCommand(context, {
    name: 'remove',
    description:
      'Delete a user with their sessions, API keys, tied logins, factors and views. History keeps all.\n' +
      'If records of the application refer to the user, nothing is deleted: shut the user out instead (user disable).',
    examples: [['tabularium user remove ada', 'administrators can bring her back: the journal has the record']],
    exits: ['schemaDiffers', 'unreachable'],
  }).argument('<username>', 'whom to delete')
  return accountCommand(command, context, async (connection) => {
    const users = await import('./users.ts')
    const username = users.requireUsername(command.args[0])
    const { id, sessions, keys } = await users.removeUser(connection, username)
    const json = { id, username, sessions, keys }
    return withMessage(json, `Deleted "${username}", with ${sessions} sessions and ${keys} API keys.`)
  })
}
