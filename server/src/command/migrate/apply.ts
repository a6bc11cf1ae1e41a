import { type Command, InvalidArgumentError } from 'commander'
import { toMilliseconds } from '../../text/duration.ts'
import type { ApplyOptions, StepEvent } from '../../schema/applyMigration.ts'
import { parseSettings } from '../../settings/parseSettings.ts'
import { CommandFailure } from '../CommandFailure.ts'
import type { Context } from '../Context.ts'
import { newCommand, sourceOf, withSettings } from '../newCommand.ts'
import { counted } from '../output.ts'
import { createProgress, type RunningStep } from '../progress.ts'
import { addName, dropForeignHelp } from './foreign.ts'

/** `migrate apply`: migrates the database to the models. */
export function applyCommand(context: Context): Command {
  const command = newCommand(context, {
    name: 'apply',
    description:
      'Migrate the database to the declared models and roles, step by step. ' +
      'It can be interrupted at any time and run again.',
    examples: [
      ['tabularium migrate apply --models examples/contacts', 'on the database of DATABASE_URL'],
      ['tabularium migrate apply --allow-data-loss', 'also the steps that lose data; look at migrate plan first'],
    ],
    exits: ['schemaDiffers', 'unreachable'],
  })
    .option('--allow-data-loss', 'also run steps that lose data')
    .option('--allow-lock <time>', 'also run steps that lock a table for up to this time, such as 2m', readTime)
    .option('--drop-foreign <name>', dropForeignHelp, addName)
  return withSettings(command, 'migrate').action(async () => {
    const settings = parseSettings('migrate', sourceOf(command, context))
    const [{ withConnection }, { loadDeclared }, { applyMigration }, { applyRoles }, encoding, data] =
      await Promise.all([
        import('../openConnection.ts'),
        import('../loadDeclared.ts'),
        import('../../schema/applyMigration.ts'),
        import('../applyRoles.ts'),
        import('../../schema/inspectEncoding.ts'),
        import('./migrateData.ts'),
      ])
    const { withDataMigrations } = data
    const declared = await loadDeclared(settings.models, settings)
    const { models, roles } = declared
    const { findUnknownLetters, howToCreate, inspectEncoding } = encoding
    // What is short has no estimate.
    const { allowDataLoss = false, allowLock = 0, dropForeign = [] } = command.opts<Flags>()
    const { directDatabaseUrl, connectTimeout } = settings
    const steps = await withConnection(directDatabaseUrl, connectTimeout, async (connection) => {
      const { applied, remaining } = await withProgress(context, (listeners) =>
        withDataMigrations(context, declared, { url: directDatabaseUrl, folder: settings.models }, (runMigration) =>
          applyMigration(connection, models, { allowDataLoss, allowLock, dropForeign, runMigration, ...listeners }),
        ),
      )
      if (remaining.length > 0)
        throw new CommandFailure(
          'schemaDiffers',
          'Another program changed the schema during the migration. Run the command again.',
        )
      const letters = findUnknownLetters(await inspectEncoding((statement) => connection.query(statement)))
      if (letters !== undefined) createProgress(context).note(`Warning: ${letters} ${howToCreate}`)
      const changed = await applyRoles(connection, roles)
      // Reported at the end, since all of them are one transaction.
      for (const { title } of changed) createProgress(context).note(`done: ${title}`)
      return [...applied, ...changed]
    })
    context.stderr.write(steps.length === 0 ? 'Nothing to do: ' : `${counted(steps.length, 'step')} done: `)
    context.stderr.write('the database has the schema of the models.\n')
  })
}

interface Flags {
  readonly allowDataLoss?: true
  /** In seconds. */
  readonly allowLock?: number
  readonly dropForeign?: string[]
}

function readTime(text: string): number {
  const time = toMilliseconds(text)
  if (time === undefined) throw new InvalidArgumentError('It must be a time with its unit, such as 2m.')
  return time / 1_000
}

type Listeners = Pick<ApplyOptions, 'onStep' | 'onWait'>

/** Shows each step while it runs. A failed step is marked before the error is shown. */
async function withProgress<T>(context: Context, work: (listeners: Listeners) => Promise<T>): Promise<T> {
  const progress = createProgress(context)
  let running: RunningStep | undefined
  const onStep = ({ state, step, number, total, message }: StepEvent) => {
    if (state === 'retrying') progress.note(message ?? 'Trying again.')
    if (state === 'started') running = progress.begin(`${number}/${total} ${step.title}`)
    if (state !== 'done') return
    running?.done()
    running = undefined
  }
  try {
    return await work({ onStep, onWait: () => progress.note('Another migration is running: waiting for its end.') })
  } catch (error) {
    running?.failed()
    throw error
  }
}
