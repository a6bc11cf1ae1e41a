import type { Command } from 'commander'
import { parseSettings } from '../settings/parseSettings.ts'
import type { Context } from './Context.ts'
import { newCommand, sourceOf, withSettings } from './newCommand.ts'
import { counted } from './output.ts'
import type { Typed } from './types/toTypeScript.ts'
import { writeOutput } from './writeOutput.ts'

/** `types`: writes the types of models as one TypeScript file, for the client. */
export function typesCommand(context: Context): Command {
  const command = newCommand(context, {
    name: 'types',
    description:
      'Write the types of the models and actions as a TypeScript file, for @tabularium/client.\n' +
      'With --url they are the models of a running service, with what the user of the API key may see. Otherwise ' +
      'they are the models of the folder. A program that can import the models does not need the file: ' +
      'import type * as models has the same types.',
    examples: [
      ['tabularium types --output src/models.ts', 'the models of ./models'],
      [
        'TABULARIUM_KEY=… tabularium types --url https://records.example.com --output src/models.ts',
        'what the user of this API key may see',
      ],
    ],
  }).option('--output <file>', 'write this file instead of standard output')
  return withSettings(command, 'types').action(async () => {
    const { url, key, models: folder } = parseSettings('types', sourceOf(command, context))
    const { output } = command.opts<{ output?: string }>()
    const typed = await (url === undefined ? readFolder(folder) : readService(url, key))
    const { toTypeScript } = await import('./types/toTypeScript.ts')
    const text = toTypeScript(typed, toCommandLine({ url, folder, output }))
    if (output === undefined) return context.stdout.write(text)
    await writeOutput(output, text)
    context.stderr.write(
      `${output}: ${counted(typed.models.length, 'model')}, ${counted(typed.actions.length, 'action')}\n`,
    )
  })
}

async function readFolder(folder: string): Promise<Typed> {
  const [{ loadDeclared }, { asAdministrator }] = await Promise.all([
    import('./loadDeclared.ts'),
    import('./types/asAdministrator.ts'),
  ])
  const { models, logic } = await loadDeclared(folder)
  return { models: asAdministrator(models), actions: [...logic.actions.values()] }
}

async function readService(url: string, key: string | undefined): Promise<Typed> {
  const { readMetadata } = await import('./types/readMetadata.ts')
  return await readMetadata({ url, key })
}

/** The command line that makes the same file again, without the key. */
function toCommandLine(given: { url: string | undefined; folder: string; output: string | undefined }): string {
  const { url, folder, output } = given
  const flags = [
    ...(url === undefined ? (folder === 'models' ? [] : ['--models', folder]) : ['--url', url]),
    ...(output === undefined ? [] : ['--output', output]),
  ]
  return ['tabularium types', ...flags].join(' ')
}
