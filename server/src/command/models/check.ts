import type { Command } from 'commander'
import { isBuiltIn } from '../../model/builtIn/names.ts'
import { parseSettings } from '../../settings/parseSettings.ts'
import { CommandFailure } from '../CommandFailure.ts'
import type { Context } from '../Context.ts'
import { newCommand, sourceOf, withSettings } from '../newCommand.ts'
import { counted, printJson } from '../output.ts'

/** `models check`: reports all mistakes of all declarations, without a database. */
export function checkModelsCommand(context: Context): Command {
  const command = newCommand(context, {
    name: 'check',
    description: 'Look for mistakes in the declared models.',
    examples: [
      [
        'tabularium models check --json',
        '{"models": 3, "mistakes": []}, or each mistake with its file, model and field',
      ],
    ],
  }).option('--json', 'print JSON')
  return withSettings(command, 'models').action(async () => {
    const settings = parseSettings('models', sourceOf(command, context))
    const [{ loadDeclared }, { ModelMistakes }] = await Promise.all([
      import('../loadDeclared.ts'),
      import('../../model/loadModels.ts'),
    ])
    const { json } = command.opts<{ json?: true }>()
    try {
      const { models } = await loadDeclared(settings.models)
      const declared = models.all.filter(({ name }) => !isBuiltIn(name)).length
      if (json) printJson(context.stdout, { models: declared, mistakes: [] })
      else context.stdout.write(`${counted(declared, 'model')}, no mistakes\n`)
    } catch (error) {
      if (!json || !(error instanceof ModelMistakes)) throw error
      printJson(context.stdout, { models: 0, mistakes: error.mistakes })
      throw new CommandFailure('usage', '', error)
    }
  })
}
