import type { Command } from 'commander'
import { listGiven, parseSettings } from '../settings/parseSettings.ts'
import { CommandFailure } from './CommandFailure.ts'
import type { Context } from './Context.ts'
import { newCommand, sourceOf, withSettings } from './newCommand.ts'

interface Options {
  readonly data?: string
  readonly reset?: true
  readonly newPassword?: true
  readonly allowDataLoss?: true
}

/** `dev`: serves the models of a project on a PostgreSQL of its own, and follows every change of their files. */
export function devCommand(context: Context): Command {
  const command = newCommand(context, {
    name: 'dev',
    description:
      'Serve the models of this folder on a PostgreSQL of its own, for development. When you save a model or a\n' +
      'role, it is checked, the steps that lose no data are applied, and the service restarts. Other steps are\n' +
      'shown only. Other settings of serve can be given in the environment, except DATABASE_URL. Ctrl-C ends it;\n' +
      'the data stays.',
    examples: [
      ['tabularium dev', 'serves on http://127.0.0.1:8080, or the next free port'],
      ['tabularium dev --new-password', 'gives the user admin a new password'],
      ['tabularium dev --reset', 'starts over with an empty database'],
    ],
  })
    .option('--data <folder>', 'where the data is kept; .tabularium/dev if absent')
    .option('--reset', 'drop the data of earlier runs first')
    .option('--new-password', 'give the user admin a new password, and print it')
    .option('--allow-data-loss', 'at the start, also run steps that lose data')
  return withSettings(command, 'dev').action(async () => {
    const source = sourceOf(command, context)
    requireNoDatabase(context)
    const settings = parseSettings('dev', source)
    const given = listGiven('dev', source).filter(({ origin }) => origin !== 'default')
    const isGiven = (setting: string) => given.some(({ name }) => name === setting)
    const { data, reset = false, newPassword = false, allowDataLoss = false } = command.opts<Options>()
    const { models, timeZone, port, origins } = settings
    const logLevel = isGiven('logLevel') ? settings.logLevel : 'warn'
    const options = { models, timeZone, origins: origins.join(','), logLevel }
    if (context.primary?.task !== undefined) {
      const { runDevWorker } = await import('./dev/runDevWorker.ts')
      return await runDevWorker(context, context.primary, options)
    }
    const { runDev } = await import('./dev/runDev.ts')
    await runDev(context, { models, port, portNamed: isGiven('port'), data, reset, newPassword, allowDataLoss })
  })
}

/** It changes the schema with every save, which must never happen to a database that is in use. */
function requireNoDatabase({ env }: Context): void {
  const variable = ['DATABASE_URL', 'TABULARIUM_DIRECT_DATABASE_URL'].find((name) => env[name])
  if (variable === undefined) return
  throw new CommandFailure(
    'usage',
    `${variable} is set, and tabularium dev changes its database with every save: it has one of its own. ` +
      `Run it without the variable: env -u ${variable} npx tabularium dev. ` +
      'For the database of DATABASE_URL use npx tabularium migrate apply and npx tabularium serve.',
  )
}
