import type { Command } from 'commander'
import type { Connection } from '../postgres/Connection.ts'
import { parseSettings } from '../settings/parseSettings.ts'
import type { Context } from './Context.ts'
import { sourceOf, withSettings } from './newCommand.ts'
import { printJson } from './output.ts'

/** The result of a command: data for programs, and what people read instead. */
export interface Result {
  readonly json: unknown
  print(context: Context): void
}

/** A result that people read as one line. */
export function withMessage(json: unknown, message: string): Result {
  return { json, print: ({ stderr }) => stderr.write(`${message}\n`) }
}

/**
 * Lets a command about users, keys or sessions work with a connection and print its result, as JSON with `--json`. The
 * arguments and options are those of the command (`args`, `opts()`).
 */
export function accountCommand(
  command: Command,
  context: Context,
  work: (connection: Connection) => Promise<Result>,
): Command {
  return withSettings(command.option('--json', 'print JSON'), 'user').action(async () => {
    const { databaseUrl, connectTimeout } = parseSettings('user', sourceOf(command, context))
    const { withConnection } = await import('./openConnection.ts')
    const result = await withConnection(databaseUrl, connectTimeout, work)
    if (command.opts<{ json?: true }>().json) printJson(context.stdout, result.json)
    else result.print(context)
  })
}
