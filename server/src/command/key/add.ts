import type { Command } from 'commander'
import { accountCommand } from '../accountCommand.ts'
import { CommandFailure } from '../CommandFailure.ts'
import type { Context } from '../Context.ts'
import { newCommand, toList } from '../newCommand.ts'

interface Options {
  readonly role: readonly string[]
  readonly expires?: string
}

/** `key add USER NAME`: makes an API key and prints it once. */
export function addKeyCommand(context: Context): Command {
  const command = newCommand(context, {
    name: 'add',
    description: 'Make an API key for a program that acts as a user. The key is printed once, on standard output.',
    examples: [
      ['tabularium key add sync "Nightly sync" --role importer', 'the key has the rules of this role alone'],
      ['KEY=$(tabularium key add sync CI --expires 2027-01-31)', 'not valid after the begin of this day (UTC)'],
    ],
    exits: ['schemaDiffers', 'unreachable'],
  })
    .argument('<username>', 'the user as whom the program acts')
    .argument('<name>', 'what the key is for, to recognise it by')
    .option('--role <name>', 'limit the key to the rules of this role; may be given several times', toList, [])
    .option('--expires <time>', 'a day or a time, such as 2027-01-31 or 2027-01-31T08:30:00Z; never if absent')
  return accountCommand(command, context, async (connection) => {
    const [username, name] = command.args
    const options = command.opts<Options>()
    const [{ requireUsername }, { makeKey }] = await Promise.all([import('../user/users.ts'), import('./makeKey.ts')])
    const { role: roles, expires } = options
    const expiresOn = parseExpiry(expires)
    const { id, key } = await makeKey(connection, { username, name, roles, expiresOn }, context.randomBytes(32))
    return {
      json: { id, username: requireUsername(username), name, expiresOn, roles, token: key },
      print: ({ stdout, stderr }) => {
        stderr.write(`API key ${id} of "${requireUsername(username)}". It is shown this one time:\n`)
        stdout.write(`${key}\n`)
      },
    }
  })
}

/** A day means its begin in UTC. */
function parseExpiry(text: string | undefined): string | null {
  if (text === undefined) return null
  const moment = new Date(text)
  const isForm = /^\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:\d\d))?$/.test(text)
  if (!isForm || Number.isNaN(moment.getTime()) || !isDay(text.slice(0, 10)))
    throw new CommandFailure('usage', `--expires ${text} is not a day such as 2027-01-31, or a time with its offset.`)
  return moment.toISOString()
}

/** JavaScript reads 31 February as 3 March. */
function isDay(day: string): boolean {
  return new Date(day).toISOString().startsWith(day)
}
