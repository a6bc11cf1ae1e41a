import type { Command } from 'commander'
import type { Row } from '../../postgres/Connection.ts'
import { accountCommand } from '../accountCommand.ts'
import type { Context } from '../Context.ts'
import { newCommand } from '../newCommand.ts'
import { printTable } from '../output.ts'

/** `user list`: shows all users, without password hashes. */
export function listUsersCommand(context: Context): Command {
  const command = newCommand(context, {
    name: 'list',
    description: 'Show all users with their roles.',
    examples: [['tabularium user list --json', 'for programs: an array of objects']],
    exits: ['schemaDiffers', 'unreachable'],
  })
  return accountCommand(command, context, async (connection) => {
    const { listUsersStatement } = await import('../../statement/service/users.ts')
    const users = (await connection.query(listUsersStatement())).map(toUser)
    return { json: users, print: ({ stdout }) => printTable(stdout, header, users.map(toCells)) }
  })
}

const header = ['username', 'name', 'admin', 'disabled', 'roles', 'created']

function toCells({
  username,
  name,
  admin,
  breakGlass,
  disabled,
  roles,
  createdOn,
}: ReturnType<typeof toUser>): string[] {
  return [
    username,
    name,
    admin && breakGlass ? 'break-glass' : toWord(admin),
    toWord(disabled),
    roles.join(', ') || '-',
    createdOn,
  ]
}

function toUser({ id, username, name, admin, break_glass, disabled, created_on, roles }: Row) {
  return {
    id: Number(id),
    username: username ?? '',
    name: name ?? '',
    admin: admin === 't',
    breakGlass: break_glass === 't',
    disabled: disabled === 't',
    roles: JSON.parse(roles ?? '[]') as string[],
    createdOn: created_on ?? '',
  }
}

function toWord(value: boolean): string {
  return value ? 'yes' : 'no'
}
