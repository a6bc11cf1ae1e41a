import type { Command } from 'commander'
import type { Row } from '../../postgres/Connection.ts'
import { accountCommand } from '../accountCommand.ts'
import type { Context } from '../Context.ts'
import { newCommand } from '../newCommand.ts'
import { printTable } from '../output.ts'

/** `key list [USER]`: shows API keys, without the keys themselves. */
export function listKeysCommand(context: Context): Command {
  const command = newCommand(context, {
    name: 'list',
    description: 'Show the API keys of a user, or of all users. The keys themselves are stored nowhere.',
    examples: [['tabularium key list sync', 'when each was last used, and when it expires']],
    exits: ['schemaDiffers', 'unreachable'],
  }).argument('[username]', 'whose keys; of all users if absent')
  return accountCommand(command, context, async (connection) => {
    const [username] = command.args
    const [{ requireUser }, { listKeysStatement }] = await Promise.all([
      import('../user/users.ts'),
      import('../../statement/service/keys.ts'),
    ])
    const user = username === undefined ? undefined : await requireUser(connection, username)
    const keys = (await connection.query(listKeysStatement(user))).map(toKey)
    return { json: keys, print: ({ stdout }) => printTable(stdout, header, keys.map(toCells)) }
  })
}

const header = ['id', 'user', 'name', 'start', 'roles', 'created', 'expires', 'used']

function toKey({ id, username, name, start, created_on, expires_on, used_on, roles }: Row) {
  return {
    id: Number(id),
    username: username ?? '',
    name: name ?? '',
    start: start ?? '',
    roles: JSON.parse(roles ?? '[]') as string[],
    createdOn: created_on ?? '',
    expiresOn: expires_on ?? null,
    usedOn: used_on ?? null,
  }
}

function toCells(key: ReturnType<typeof toKey>): string[] {
  const { id, username, name, start, roles, createdOn, expiresOn, usedOn } = key
  return [`${id}`, username, name, start, roles.join(', ') || '-', createdOn, expiresOn ?? 'never', usedOn ?? 'never']
}
