import type { Command } from 'commander'
import type { Row } from '../../postgres/Connection.ts'
import { parseSettings } from '../../settings/parseSettings.ts'
import type { Context } from '../Context.ts'
import { newCommand, sourceOf, withSettings } from '../newCommand.ts'
import { printJson, printTable } from '../output.ts'

/** `user list`: shows all users, without password hashes. */
export function listUsersCommand(context: Context): Command {
  const command = newCommand(context, {
    name: 'list',
    description: 'Show all users with their roles.',
    examples: [['tabularium user list --json', 'for programs: an array of objects']],
    exits: ['schemaDiffers', 'unreachable'],
  }).option('--json', 'print JSON')
  return withSettings(command, 'user').action(async () => {
    const { databaseUrl, connectTimeout } = parseSettings('user', sourceOf(command, context))
    const [{ withConnection }, { listUsersStatement }] = await Promise.all([
      import('../openConnection.ts'),
      import('../../statement/service/users.ts'),
    ])
    const rows = await withConnection(databaseUrl, connectTimeout, (connection) =>
      connection.query(listUsersStatement()),
    )
    const users = rows.map(toUser)
    if (command.opts<{ json?: true }>().json) return printJson(context.stdout, users)
    printTable(context.stdout, ['username', 'name', 'admin', 'disabled', 'roles', 'created'], users.map(toCells))
  })
}

function toCells({ username, name, admin, disabled, roles, createdOn }: ReturnType<typeof toUser>): string[] {
  return [username, name, toWord(admin), toWord(disabled), roles.join(', ') || '-', createdOn]
}

function toUser({ id, username, name, admin, disabled, created_on, roles }: Row) {
  return {
    id: Number(id),
    username: username ?? '',
    name: name ?? '',
    admin: admin === 't',
    disabled: disabled === 't',
    roles: JSON.parse(roles ?? '[]') as string[],
    createdOn: created_on ?? '',
  }
}

function toWord(value: boolean): string {
  return value ? 'yes' : 'no'
}
