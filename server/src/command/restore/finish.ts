import type { Command } from 'commander'
import type { Connection } from '../../postgres/Connection.ts'
import { sql } from '../../sql/sql.ts'
import { accountCommand, type Result } from '../accountCommand.ts'
import type { Context } from '../Context.ts'
import { newCommand } from '../newCommand.ts'
import { counted } from '../output.ts'

/** `restore finish`: begins a new epoch, so that nothing is confused with what was written after the moment. */
export function finishRestoreCommand(context: Context): Command {
  const command = newCommand(context, {
    name: 'finish',
    description:
      'Run this once after the database was restored to an earlier moment, before the service starts again.\n' +
      'Ids, positions, versions and revisions of rights that were given out after that moment never come again,\n' +
      'page tokens become invalid, and all sessions end.',
    examples: [
      ['tabularium restore finish', 'then start the service'],
      [
        'tabularium restore finish --keep-sessions',
        'nobody must log in again; who logged out since is logged in again',
      ],
    ],
    exits: ['schemaDiffers', 'unreachable'],
  }).option('--keep-sessions', 'do not end the sessions that the backup has')
  return accountCommand(command, context, (connection) =>
    beginEpoch(connection, command.opts<{ keepSessions?: true }>().keepSessions === true),
  )
}

async function beginEpoch(connection: Connection, keepsSessions: boolean): Promise<Result> {
  const [statements, writes, { commandRequest }] = await Promise.all([
    import('../../statement/service/epochs.ts'),
    import('../../statement/service/sessionWrites.ts'),
    import('../Records.ts'),
  ])
  await connection.query(sql`begin`)
  try {
    const [begun] = await connection.query(statements.beginEpochStatement())
    const sequences = await connection.query(statements.leapSequencesStatement())
    await connection.query(statements.leapRevisionStatement())
    const sessions = keepsSessions ? [] : await connection.query(statements.sessionIdsStatement())
    const ids = sessions.map(({ id }) => Number(id))
    if (ids.length > 0) await connection.query(writes.endSessionsByIdStatement(ids, commandRequest))
    await connection.query(sql`commit`)
    return toResult(Number(begun?.['number']), sequences.length, ids.length)
  } catch (error) {
    await connection.query(sql`rollback`).catch(() => {})
    throw error
  }
}

function toResult(epoch: number, sequences: number, sessions: number): Result {
  const lines = [
    `Epoch ${epoch} has begun: ${counted(sequences, 'sequence')} moved ahead, ${counted(sessions, 'session')} ended.`,
    'Start the service now; restart every process that is still running.',
    'Check what was changed after the moment and is as before again: users, roles, API keys (npx tabularium key list)',
    'and number series (npx tabularium series list): numbers that were given out since come again unless you set them.',
  ]
  return {
    json: { epoch, sequences, sessions },
    print: ({ stderr }) => stderr.write(`${lines.join('\n')}\n`),
  }
}
