import type { Command } from 'commander'
import type { Context } from './Context.ts'
import { newCommand } from './newCommand.ts'

interface Options {
  readonly install: boolean
  readonly force?: true
}

/** `init [folder]`: writes a new project. It asks nothing, so that it never waits for a terminal. */
export function initCommand(context: Context): Command {
  const command = newCommand(context, {
    name: 'init',
    description:
      'Write a new project: package.json, a model, a test, and what runs them. Then install its packages.\n' +
      'It asks no questions. A folder that is not empty is left as it is, unless you add --force.',
    examples: [
      ['tabularium init books', 'a new project in the folder books'],
      ['tabularium init', 'in the current folder'],
      ['npm create tabularium books', 'the same, if nothing is installed yet'],
    ],
  })
    .argument('[folder]', 'the folder of the project; the current one if absent')
    .option('--yes', 'accepted, and has no effect: there are no questions')
    .option('--no-install', 'do not install the packages')
    .option('--force', 'write into a folder that is not empty, and overwrite files of the same names')
  return command.action(async (given: string | undefined) => {
    const { install, force = false } = command.opts<Options>()
    const { runInit } = await import('./init/runInit.ts')
    await runInit(context, { given: given ?? '.', install, force })
  })
}
