import type { Command } from 'commander'
import type { Field } from '../../model/field/Field.ts'
import { parseSettings } from '../../settings/parseSettings.ts'
import { inLanguage } from '../../text/words.ts'
import type { Context } from '../Context.ts'
import { newCommand, sourceOf, withSettings } from '../newCommand.ts'
import { printJson, printTable } from '../output.ts'
import { requireModel } from './requireModel.ts'

/** `models show NAME`: shows one model in its plain form. */
export function showModelCommand(context: Context): Command {
  const command = newCommand(context, {
    name: 'show',
    description: 'Show one model with its fields.',
    examples: [
      ['tabularium models show com.example.contacts.Contact', 'its fields, a line each'],
      [
        'tabularium models show Contact --json',
        'the plain form of the model; the last part of a name will do if it is the only one',
      ],
    ],
  })
    .argument('<model>', 'its full name, or the last part of it')
    .option('--json', 'print JSON')
  return withSettings(command, 'models').action(async (given: string) => {
    const settings = parseSettings('models', sourceOf(command, context))
    const { loadModels } = await import('../../model/loadModels.ts')
    const model = requireModel(await loadModels(settings.models, settings), given)
    if (command.opts<{ json?: true }>().json) return printJson(context.stdout, model)
    const sortBy = model.sortBy ? `sortBy: ${model.sortBy.join(', ')}\n` : ''
    const shown = `title: ${model.title}\nlist: ${model.list.join(', ')}\n${sortBy}`
    context.stdout.write(`${model.name}  (${inLanguage(model.label)})\n${shown}\n`)
    const rows = model.fields.map((field) => [field.name, field.type, inLanguage(field.label), toOptions(field)])
    printTable(context.stdout, ['field', 'type', 'label', 'options'], rows)
  })
}

/** The members that have a column of their own, or that follow from others. */
const omitted = ['name', 'type', 'label', 'resolved', 'parsed']

function toOptions(field: Field): string {
  return Object.entries(field)
    .filter(([option, value]) => !omitted.includes(option) && value !== false && value !== undefined)
    .map(([option, value]) =>
      value === true ? option : `${option}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
    )
    .join(' ')
}
