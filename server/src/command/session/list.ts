import type { Command } from 'commander'
import type { Row } from '../../postgres/Connection.ts'
import { accountCommand } from '../accountCommand.ts'
import type { Context } from '../Context.ts'
import { newCommand } from '../newCommand.ts'
import { printTable } from '../output.ts'

/** `session list [USER]`: shows who is logged in. */
export function listSessionsCommand(context: Context): Command {
  const command = newCommand(context, {
    name: 'list',
    description: 'Show the sessions of a user, or of all users. Expired ones are there until the service deletes them.',
    examples: [['tabularium session list ada', 'since when, last used, and with which program']],
    exits: ['schemaDiffers', 'unreachable'],
  }).argument('[username]', 'whose sessions; of all users if absent')
  return accountCommand(command, context, async (connection) => {
    const [username] = command.args
    const [{ requireUser }, { listSessionsStatement }] = await Promise.all([
      import('../user/users.ts'),
      import('../../statement/service/sessionWrites.ts'),
    ])
    const user = username === undefined ? undefined : await requireUser(connection, username)
    const sessions = (await connection.query(listSessionsStatement(user))).map(toSession)
    return { json: sessions, print: ({ stdout }) => printTable(stdout, header, sessions.map(toCells)) }
  })
}

const header = ['id', 'user', 'since', 'used', 'agent']

function toSession({ id, username, created_on, used_on, agent }: Row) {
  const times = { createdOn: created_on ?? '', usedOn: used_on ?? null }
  return { id: Number(id), username: username ?? '', ...times, agent: agent ?? null }
}

function toCells({ id, username, createdOn, usedOn, agent }: ReturnType<typeof toSession>): string[] {
  return [`${id}`, username, createdOn, usedOn ?? '-', agent ?? '-']
}
