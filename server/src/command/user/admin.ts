import type { Command } from 'commander'
import { accountCommand, withMessage } from '../accountCommand.ts'
import type { Context } from '../Context.ts'
import { newCommand } from '../newCommand.ts'

/** `user admin NAME`: makes a user an administrator, or no longer one. */
export function adminCommand(context: Context): Command {
  const command = newCommand(context, {
    name: 'admin',
    description: 'Make a user an administrator, who may do everything.',
    examples: [
      ['tabularium user admin ada', 'counts at once, also for sessions that are open'],
      [
        'tabularium user admin ada --revoke',
        'from then on the rules of her roles count; the last one cannot be revoked',
      ],
    ],
    exits: ['schemaDiffers', 'unreachable'],
  })
    .argument('<username>', 'whom to change')
    .option('--revoke', 'the user is no longer an administrator')
  return accountCommand(command, context, async (connection) => {
    const users = await import('./users.ts')
    const username = users.requireUsername(command.args[0])
    const admin = command.opts<{ revoke?: true }>().revoke !== true
    await users.changeUser(connection, username, { admin })
    return withMessage(
      { username, admin },
      `"${username}" is ${admin ? 'an administrator' : 'no longer an administrator'}.`,
    )
  })
}
