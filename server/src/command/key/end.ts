import type { Command } from 'commander'
import { accountCommand, withMessage } from '../accountCommand.ts'
import { CommandFailure } from '../CommandFailure.ts'
import type { Context } from '../Context.ts'
import { newCommand, parseIds } from '../newCommand.ts'
import { counted } from '../output.ts'

/** `key end ID…`: ends API keys. */
export function endKeysCommand(context: Context): Command {
  const command = newCommand(context, {
    name: 'end',
    description: 'End API keys at once, in all processes.',
    examples: [['tabularium key end 12', 'tabularium key list shows the ids']],
    exits: ['schemaDiffers', 'unreachable'],
  }).argument('<id...>', 'the ids of the keys')
  return accountCommand(command, context, async (connection) => {
    const [{ Records }, { keyModel }, { listKeysStatement }] = await Promise.all([
      import('../Records.ts'),
      import('../../model/builtIn/names.ts'),
      import('../../statement/service/keys.ts'),
    ])
    const ids = parseIds(command.args)
    const records = new Records(connection)
    await records.together(async () => {
      const known = new Set((await connection.query(listKeysStatement())).map((row) => Number(row['id'])))
      const unknown = ids.filter((id) => !known.has(id))
      if (unknown.length > 0)
        throw new CommandFailure(
          'failure',
          `There is no API key ${unknown.join(', ')}. npx tabularium key list shows all.`,
        )
      for (const id of ids) await records.delete(keyModel, id)
    })
    return withMessage({ ended: ids }, `${counted(ids.length, 'API key')} ended.`)
  })
}
