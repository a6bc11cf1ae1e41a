import type { Command } from 'commander'
import { accountCommand, withMessage } from '../accountCommand.ts'
import { CommandFailure } from '../CommandFailure.ts'
import type { Context } from '../Context.ts'
import { newCommand, parseIds } from '../newCommand.ts'
import { counted } from '../output.ts'

/** `session end [ID…]`: ends sessions by their ids, or all of a user. */
export function endSessionsCommand(context: Context): Command {
  const command = newCommand(context, {
    name: 'end',
    description: 'End sessions at once, in all processes: by their ids, or all sessions of a user.',
    examples: [
      ['tabularium session end 17 18', 'tabularium session list shows the ids'],
      ['tabularium session end --user ada', 'Ada must log in again everywhere'],
    ],
    exits: ['schemaDiffers', 'unreachable'],
  })
    .argument('[id...]', 'the ids of the sessions')
    .option('--user <username>', 'all sessions of this user')
  return accountCommand(command, context, async (connection) => {
    const { user } = command.opts<{ user?: string }>()
    if ((command.args.length === 0) === (user === undefined))
      throw new CommandFailure('usage', 'Name the ids of sessions, or a user with --user.')
    const [users, writes, { commandRequest }] = await Promise.all([
      import('../user/users.ts'),
      import('../../statement/service/sessionWrites.ts'),
      import('../Records.ts'),
    ])
    const statement =
      user === undefined
        ? writes.endSessionsByIdStatement(parseIds(command.args), commandRequest)
        : writes.endSessionsStatement(await users.requireUser(connection, user), commandRequest)
    const ended = (await connection.query(statement)).map((row) => Number(row['id']))
    return withMessage({ ended }, `${counted(ended.length, 'session')} ended.`)
  })
}
