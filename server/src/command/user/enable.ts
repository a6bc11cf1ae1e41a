import type { Command } from 'commander'
import { accountCommand, withMessage } from '../accountCommand.ts'
import type { Context } from '../Context.ts'
import { newCommand } from '../newCommand.ts'

/** `user enable NAME`: undoes `user disable`. */
export function enableCommand(context: Context): Command {
  const command = newCommand(context, {
    name: 'enable',
    description: 'Let a user in again who was shut out. They log in with the password that they had.',
    exits: ['schemaDiffers', 'unreachable'],
  }).argument('<username>', 'whom to let in')
  return accountCommand(command, context, async (connection) => {
    const users = await import('./users.ts')
    const username = users.requireUsername(command.args[0])
    await users.changeUser(connection, username, { disabled: false })
    return withMessage({ username, disabled: false }, `"${username}" may log in again.`)
  })
}
