import type { Command } from 'commander'
import { parseSettings } from '../../settings/parseSettings.ts'
import { sql } from '../../sql/sql.ts'
import { CommandFailure } from '../CommandFailure.ts'
import type { Context } from '../Context.ts'
import { newCommand, sourceOf, withSettings } from '../newCommand.ts'

/** `migrate forget NAME`: keeps what SQL of the application made, and no longer takes it back. */
export function forgetCommand(context: Context): Command {
  const command = newCommand(context, {
    name: 'forget',
    description: 'Forget SQL of your own that was run in the database. What it made stays there, and is yours.',
    examples: [['tabularium migrate forget com.example.desk.audit', 'if it has no down, and you removed its sql()']],
    exits: ['schemaDiffers', 'unreachable'],
  }).argument('<name>', 'the name of the sql()')
  return withSettings(command, 'migrate').action(async (name: string) => {
    const { directDatabaseUrl, connectTimeout } = parseSettings('migrate', sourceOf(command, context))
    const { withConnection } = await import('../openConnection.ts')
    const rows = await withConnection(directDatabaseUrl, connectTimeout, (connection) =>
      connection.query(sql`delete from tabularium.own_sql where name = ${name} returning name`),
    )
    if (rows.length === 0) throw new CommandFailure('failure', `The database has no SQL called "${name}".`)
    context.stderr.write(`${name} is forgotten. What it made stays in the database.\n`)
  })
}
