import type { Command } from 'commander'
import { parseSettings } from '../../settings/parseSettings.ts'
import { CommandFailure } from '../CommandFailure.ts'
import type { Context } from '../Context.ts'
import { newCommand, sourceOf, toList, withSettings } from '../newCommand.ts'

interface Options {
  readonly admin?: true
  readonly breakGlass?: true
  readonly name?: string
  readonly passwordStdin?: true
  readonly role: readonly string[]
  readonly service?: true
}

/** `user add NAME`: adds a user. */
export function addUserCommand(context: Context): Command {
  const command = newCommand(context, {
    name: 'add',
    description: 'Add a user. The password is asked for, or read from standard input.',
    examples: [
      ['tabularium user add ada --admin --name "Ada Lovelace"', 'asks for the password twice, without showing it'],
      ['tabularium user add grace --role sales', 'a role that a file declares, or that was made by an administrator'],
      [
        'tabularium user add emergency --break-glass',
        "an administrator who may log in with a password although passwords: 'break-glass' is declared",
      ],
      ['tabularium user add exporter --service --role reader', 'a program: it logs in with API keys alone'],
      [
        'printf %s "$PASSWORD" | tabularium user add ada --password-stdin',
        'for scripts: the password is not in the arguments',
      ],
    ],
    exits: ['schemaDiffers', 'unreachable'],
  })
    .argument('<username>', 'letters a-z, digits and . _ @ + -')
    .option('--admin', 'may do everything; others may do what the rules of their roles allow')
    .option('--role <name>', 'a role that the user has; may be given several times', toList, [])
    .option('--name <text>', 'the name for people; the username if absent')
    .option('--break-glass', 'an administrator who may always log in with a password: for an outage of the provider')
    .option('--service', 'a program, which has no password: make a key for it with key add')
    .option('--password-stdin', 'read the password from standard input')
  return withSettings(command, 'user').action(async (given: string) => {
    const settings = parseSettings('user', sourceOf(command, context))
    await add(context, settings, given, command.opts<Options>())
  })
}

async function add(
  context: Context,
  { databaseUrl, connectTimeout }: { databaseUrl: string; connectTimeout: number },
  given: string,
  options: Options,
): Promise<void> {
  const [{ withConnection }, { readPassword }, users] = await Promise.all([
    import('../openConnection.ts'),
    import('../readPassword.ts'),
    import('./users.ts'),
  ])
  const username = users.requireUsername(given)
  const isService = options.service ?? false
  if (isService && options.passwordStdin)
    throw new CommandFailure('usage', 'A service has no password: choose one of both.')
  const breakGlass = options.breakGlass ?? false
  if (isService && breakGlass)
    throw new CommandFailure('usage', '--break-glass is for a person who logs in: choose one of both.')
  // Reports a mistyped role, or a database that is away, before it asks for the password.
  await withConnection(databaseUrl, connectTimeout, async (connection) => {
    for (const role of options.role) await users.requireRole(connection, role)
  })
  const name = options.name?.trim() || username
  const login = isService
    ? { kind: 'service' as const }
    : { password: await readPassword(context, username, options.passwordStdin ?? false) }
  const user = {
    username,
    name,
    ...login,
    admin: breakGlass || options.admin === true,
    breakGlass,
    roles: options.role,
  }
  const added = await withConnection(databaseUrl, connectTimeout, (connection) => users.addUser(connection, user))
  if (added === undefined)
    throw new CommandFailure(
      'failure',
      `There is a user "${username}" already. npx tabularium user password ${username} gives them another password.`,
    )
  context.stderr.write(
    `Added ${user.admin ? 'the administrator' : isService ? 'the service' : 'the user'} "${username}".\n`,
  )
}
