import type { Command } from 'commander'
import type { SchemaStatus } from '../../schema/describeStatus.ts'
import { parseSettings } from '../../settings/parseSettings.ts'
import { CommandFailure } from '../CommandFailure.ts'
import type { Context } from '../Context.ts'
import { newCommand, sourceOf, withSettings } from '../newCommand.ts'
import { counted, printJson, printTable } from '../output.ts'
import { printForeign } from './foreign.ts'

/** `migrate status`: a summary of how the database differs from the models. */
export function statusCommand(context: Context): Command {
  const command = newCommand(context, {
    name: 'status',
    description: 'Show how the database differs from the declared models. Ends with 3 if there is something to apply.',
    examples: [
      [
        'tabularium migrate status --json',
        'for programs: an object with steps, service, models, unfinished and foreign',
      ],
    ],
    exits: ['schemaDiffers', 'unreachable'],
  }).option('--json', 'print JSON')
  return withSettings(command, 'migrate').action(async () => {
    const settings = parseSettings('migrate', sourceOf(command, context))
    const [{ withConnection }, { loadDeclared }, { describeStatus }] = await Promise.all([
      import('../openConnection.ts'),
      import('../loadDeclared.ts'),
      import('../../schema/describeStatus.ts'),
    ])
    const { models, roles } = await loadDeclared(settings.models, settings)
    const status = await withConnection(settings.directDatabaseUrl, settings.connectTimeout, (connection) =>
      describeStatus((statement) => connection.query(statement), models, roles),
    )
    if (command.opts<{ json?: true }>().json) printJson(context.stdout, status)
    else printStatus(context, status)
    if (status.steps > 0) throw new CommandFailure('schemaDiffers', '')
  })
}

function printStatus(context: Context, { service, steps, models, unfinished, foreign }: SchemaStatus): void {
  const { stdout } = context
  printTable(
    stdout,
    ['model', 'table', 'records (about)'],
    models.map(({ model, table, records }) => [model, table, records === null ? '-' : `${records}`]),
  )
  stdout.write('\n')
  printTable(
    stdout,
    ['migration of the service', 'applied on'],
    service.map(({ name, appliedOn }) => [name, appliedOn ?? 'pending']),
  )
  stdout.write('\n')
  printForeign(context, foreign)
  if (unfinished.length > 0) stdout.write(`Left unfinished by an interrupted run: ${unfinished.join(', ')}.\n`)
  stdout.write(
    steps === 0
      ? 'The database has the schema of the models.\n'
      : `${counted(steps, 'step')} to do. See them with npx tabularium migrate plan, ` +
          'and do them with npx tabularium migrate apply.\n',
  )
}
