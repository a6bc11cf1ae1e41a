import type { Command } from 'commander'
import type { Models } from '../../model/Models.ts'
import { parseSettings } from '../../settings/parseSettings.ts'
import { CommandFailure } from '../CommandFailure.ts'
import type { Context } from '../Context.ts'
import { requireModel } from '../models/requireModel.ts'
import { newCommand, sourceOf, withSettings } from '../newCommand.ts'

/** `migrate fill MODEL.FIELD --again`: fills a field again, in the records that have no value. */
export function fillCommand(context: Context): Command {
  const command = newCommand(context, {
    name: 'fill',
    description: 'Give the records without a value of a field that of its fill. Versions and history stay as they are.',
    examples: [['tabularium migrate fill Equipment.building --again', 'after its fill was changed']],
    exits: ['schemaDiffers', 'unreachable'],
  })
    .argument('<field>', 'the model and the field, such as Equipment.building')
    .option('--again', 'also if it was filled before')
  return withSettings(command, 'migrate').action(async (given: string) => {
    const settings = parseSettings('migrate', sourceOf(command, context))
    if (!command.opts<{ again?: true }>().again)
      throw new CommandFailure('usage', 'New fields are filled by migrate apply. To fill one again, write --again.')
    const [{ withConnection }, { loadDeclared }, { fillAgain }] = await Promise.all([
      import('../openConnection.ts'),
      import('../loadDeclared.ts'),
      import('../../schema/fillAgain.ts'),
    ])
    const { models } = await loadDeclared(settings.models, settings)
    const { model, field } = requireField(models, given)
    const filled = await withConnection(settings.directDatabaseUrl, settings.connectTimeout, (connection) =>
      fillAgain((statement) => connection.query(statement), models, model, field),
    )
    if (!filled)
      throw new CommandFailure('failure', `${model}.${field} has no fill: declare one with fill: expression('…').`)
    context.stderr.write(`${model}.${field} is filled where it was empty.\n`)
  })
}

function requireField(models: Models, given: string): { model: string; field: string } {
  const at = given.lastIndexOf('.')
  const model = requireModel(models, given.slice(0, Math.max(at, 0)))
  const field = given.slice(at + 1)
  if (!model.fields.some(({ name }) => name === field))
    throw new CommandFailure('failure', `${model.name} has no field "${field}".`)
  return { model: model.name, field }
}
