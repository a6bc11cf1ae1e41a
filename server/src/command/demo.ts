import { type Command, Option } from 'commander'
import { listGiven, parseSettings } from '../settings/parseSettings.ts'
import type { Context } from './Context.ts'
import { newCommand, sourceOf, withSettings } from './newCommand.ts'

interface Options {
  readonly reset?: true
  readonly data?: string
  readonly postgres?: string
  readonly example: string
  readonly package?: string
}

/** `demo`: a complete service with its own database, to try it out. */
export function demoCommand(context: Context): Command {
  const command = newCommand(context, {
    name: 'demo',
    description:
      'Start a separate PostgreSQL and a service with made-up records, and print five lines to try it with.\n' +
      'Nothing needs to be installed or set up. Ctrl-C ends it; the next run has the same data and password.',
    examples: [
      ['tabularium demo', 'serves on http://127.0.0.1:8080, or the next free port'],
      ['tabularium demo --example orders', 'orders with lines and invoices instead of contacts'],
      ['tabularium demo --reset', 'starts over with new data'],
    ],
  })
    .option('--reset', 'drop the data of earlier runs first')
    .option('--example <name>', 'contacts or orders', 'contacts')
    .option('--postgres <folder>', 'the folder with the programs initdb and postgres, instead of one that is found')
    .option('--data <folder>', 'where the data is kept; .tabularium/demo if absent, .tabularium/demo-orders for orders')
    // For the package @tabularium/demo, which runs this command and knows where it is.
    .addOption(new Option('--package <folder>').hideHelp())
  return withSettings(command, 'demo').action(async () => {
    const source = sourceOf(command, context)
    const settings = parseSettings('demo', source)
    const { reset, ...options } = command.opts<Options>()
    // The demo does not log requests, unless a log level is given.
    const given = listGiven('demo', source).filter(({ origin }) => origin !== 'default')
    const isGiven = (setting: string) => given.some(({ name }) => name === setting)
    const { runHosted } = await import('./demo/runHosted.ts')
    await runHosted(context, options.package, {
      port: settings.port,
      portNamed: isGiven('port'),
      logLevel: isGiven('logLevel') ? settings.logLevel : 'warn',
      reset: reset ?? false,
      data: options.data,
      postgres: options.postgres,
      example: options.example,
    })
  })
}
