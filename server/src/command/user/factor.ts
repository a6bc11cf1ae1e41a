import type { Command } from 'commander'
import { accountCommand, withMessage } from '../accountCommand.ts'
import type { Context } from '../Context.ts'
import { newCommand } from '../newCommand.ts'
import { counted } from '../output.ts'

/** `user factor remove NAME`: for people who have lost their factor and their recovery codes. */
export function removeFactorCommand(context: Context): Command {
  const command = newCommand(context, {
    name: 'remove',
    description: 'Remove the second factors and recovery codes of a user, who logs in with the password alone then.',
    examples: [['tabularium user factor remove ada', 'if Ada has lost her phone and her recovery codes']],
    exits: ['schemaDiffers', 'unreachable'],
  }).argument('<username>', 'whose factors to remove')
  return accountCommand(command, context, async (connection) => {
    const [users, { Records }, { factorModel }, { idsOfFactorsStatement, forgetRecoveryCodesStatement }] =
      await Promise.all([
        import('./users.ts'),
        import('../Records.ts'),
        import('../../model/builtIn/names.ts'),
        import('../../statement/service/factors.ts'),
      ])
    const username = users.requireUsername(command.args[0])
    const records = new Records(connection)
    const removed = await records.together(async () => {
      const id = await users.requireUser(connection, username)
      const factors = await connection.query(idsOfFactorsStatement(id))
      for (const factor of factors) await records.delete(factorModel, Number(factor['id']))
      await connection.query(forgetRecoveryCodesStatement(id))
      return factors.length
    })
    return withMessage({ username, removed }, `Removed ${counted(removed, 'factor')} of "${username}".`)
  })
}
