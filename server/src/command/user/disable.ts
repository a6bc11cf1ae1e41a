import type { Command } from 'commander'
import { accountCommand, withMessage } from '../accountCommand.ts'
import type { Context } from '../Context.ts'
import { newCommand } from '../newCommand.ts'
import { counted } from '../output.ts'

/** `user disable NAME`: ends the user's sessions in all processes and prevents new ones. */
export function disableCommand(context: Context): Command {
  const command = newCommand(context, {
    name: 'disable',
    description: 'Shut a user out: all their sessions end at once, and they cannot log in.',
    examples: [['tabularium user disable ada', 'tabularium user enable ada lets them in again']],
    exits: ['schemaDiffers', 'unreachable'],
  }).argument('<username>', 'whom to shut out')
  return accountCommand(command, context, async (connection) => {
    const users = await import('./users.ts')
    const username = users.requireUsername(command.args[0])
    const sessions = await users.changeAndEndSessions(connection, username, { disabled: true })
    const json = { username, disabled: true, sessions }
    return withMessage(json, `"${username}" is shut out; ${counted(sessions, 'session')} ended.`)
  })
}
