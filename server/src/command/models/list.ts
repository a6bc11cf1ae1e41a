import type { Command } from 'commander'
import { parseSettings } from '../../settings/parseSettings.ts'
import { inLanguage } from '../../text/words.ts'
import type { Context } from '../Context.ts'
import { newCommand, sourceOf, withSettings } from '../newCommand.ts'
import { printJson, printTable } from '../output.ts'

/** `models list`: shows the declared models, without a database. */
export function listModelsCommand(context: Context): Command {
  const command = newCommand(context, {
    name: 'list',
    description: 'Show all declared models.',
    examples: [['tabularium models list --models examples/contacts', 'the models of that folder']],
  }).option('--json', 'print JSON')
  return withSettings(command, 'models').action(async () => {
    const settings = parseSettings('models', sourceOf(command, context))
    const { loadModels } = await import('../../model/loadModels.ts')
    const models = (await loadModels(settings.models, settings)).all.map(({ name, label, title, fields }) => ({
      name,
      label: inLanguage(label),
      title,
      fields: fields.length,
    }))
    if (command.opts<{ json?: true }>().json) return printJson(context.stdout, models)
    const rows = models.map(({ name, label, title, fields }) => [name, label, title, `${fields}`])
    printTable(context.stdout, ['name', 'label', 'title', 'fields'], rows)
  })
}
