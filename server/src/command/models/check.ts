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
        '{"models": 3, "mistakes": [], "notes": []}, or each mistake with its file, model and field',
      ],
    ],
  })
    .option('--json', 'print JSON')
    .option('--language <tag>', 'list the words that are missing in this language')
  return withSettings(command, 'models').action(async () => {
    const settings = parseSettings('models', sourceOf(command, context))
    const [{ loadDeclared }, { ModelMistakes, toLine }, { noteFolder }] = await Promise.all([
      import('../loadDeclared.ts'),
      import('../../model/loadModels.ts'),
      import('./noteFolder.ts'),
    ])
    const { json, language } = command.opts<{ json?: true; language?: string }>()
    try {
      const declared = await loadDeclared(settings.models, settings)
      const { models } = declared
      const notes = noteFolder(declared, settings.models, language)
      const count = models.all.filter(({ name }) => !isBuiltIn(name)).length
      if (json) printJson(context.stdout, { models: count, mistakes: [], notes })
      else context.stdout.write(`${counted(count, 'model')}, no mistakes\n${toNotes(notes.map(toLine))}`)
    } catch (error) {
      if (!json || !(error instanceof ModelMistakes)) throw error
      printJson(context.stdout, { models: 0, mistakes: error.mistakes })
      throw new CommandFailure('usage', '', error)
    }
  })
}

/** What is allowed and may not be meant, for people. */
function toNotes(lines: readonly string[]): string {
  return lines.length === 0 ? '' : `${counted(lines.length, 'note')}:\n${lines.join('\n')}\n`
}
