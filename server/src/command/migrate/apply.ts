import type { Command } from 'commander'
import type { ApplyOptions, StepEvent } from '../../schema/applyMigration.ts'
import { readSettings } from '../../settings/readSettings.ts'
import { CommandFailure } from '../CommandFailure.ts'
import type { Context } from '../Context.ts'
import { newCommand, sourceOf, withSettings } from '../newCommand.ts'
import { counted } from '../output.ts'
import { createProgress, type Ticking } from '../progress.ts'

/** `migrate apply`: brings the database to the models; can be interrupted at any moment and run again. */
export function applyCommand(context: Context): Command {
  const command = newCommand(context, {
    name: 'apply',
    description:
      'Bring the database to the declared models, step by step. It can be interrupted at any moment and run again.',
    examples: [
      ['tabularium migrate apply --models examples/contacts', 'on the database of DATABASE_URL'],
      ['tabularium migrate apply --allow-data-loss', 'also the steps that lose data; look at migrate plan first'],
    ],
    exits: ['unreachable'],
  }).option('--allow-data-loss', 'also run steps that lose data')
  return withSettings(command, 'migrate').action(async () => {
    const settings = readSettings('migrate', sourceOf(command, context))
    const [{ withConnection }, { loadModels }, { applyMigration }] = await Promise.all([
      import('../openConnection.ts'),
      import('../../model/loadModels.ts'),
      import('../../schema/applyMigration.ts'),
    ])
    const models = await loadModels(settings.models)
    const { allowDataLoss = false } = command.opts<{ allowDataLoss?: boolean }>()
    const { applied, remaining } = await withConnection(
      settings.directDatabaseUrl,
      settings.connectTimeout,
      (connection) => tell(context, (telling) => applyMigration(connection, models, { allowDataLoss, ...telling })),
    )
    if (remaining.length > 0)
      throw new CommandFailure('schemaDiffers', 'Something else changed the schema meanwhile. Run the command again.')
    context.stderr.write(applied.length === 0 ? 'Nothing to do: ' : `${counted(applied.length, 'step')} done: `)
    context.stderr.write('the database has the schema of the models.\n')
  })
}

/** Shows each step while it runs; one that fails gets its mark before the error is shown. */
async function tell<T>(
  context: Context,
  work: (telling: Pick<ApplyOptions, 'onStep' | 'onWait'>) => Promise<T>,
): Promise<T> {
  const progress = createProgress(context)
  let running: Ticking | undefined
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
