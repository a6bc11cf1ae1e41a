import { type Command, CommanderError } from 'commander'
import { listGiven } from '../settings/parseSettings.ts'
import { printConfigCommand } from './config/print.ts'
import type { Context } from './Context.ts'
import { demoCommand } from './demo.ts'
import { devCommand } from './dev.ts'
import { doctorCommand } from './doctor.ts'
import { exitCodes } from './exitCodes.ts'
import { initCommand } from './init.ts'
import { addKeyCommand } from './key/add.ts'
import { endKeysCommand } from './key/end.ts'
import { listKeysCommand } from './key/list.ts'
import { applyCommand } from './migrate/apply.ts'
import { openapiCommand } from './openapi.ts'
import { fillCommand } from './migrate/fill.ts'
import { forgetCommand } from './migrate/forget.ts'
import { planCommand } from './migrate/plan.ts'
import { statusCommand } from './migrate/status.ts'
import { checkModelsCommand } from './models/check.ts'
import { listModelsCommand } from './models/list.ts'
import { showModelCommand } from './models/show.ts'
import { newCommand } from './newCommand.ts'
import { finishRestoreCommand } from './restore/finish.ts'
import { listSeriesCommand } from './series/list.ts'
import { setSeriesCommand } from './series/set.ts'
import { serveCommand } from './serve.ts'
import { endSessionsCommand } from './session/end.ts'
import { listSessionsCommand } from './session/list.ts'
import { typesCommand } from './types.ts'
import { workCommand } from './work.ts'
import { addUserCommand } from './user/add.ts'
import { adminCommand } from './user/admin.ts'
import { disableCommand } from './user/disable.ts'
import { enableCommand } from './user/enable.ts'
import { removeFactorCommand } from './user/factor.ts'
import { listUsersCommand } from './user/list.ts'
import { passwordCommand } from './user/password.ts'
import { removeUserCommand } from './user/remove.ts'
import { addRoleCommand, removeRoleCommand } from './user/role.ts'

/** Runs the command in the arguments and returns the exit code. Errors become a sentence on stderr. */
export async function runProgram(context: Context): Promise<number> {
  try {
    await createProgram(context).parseAsync(context.argv, { from: 'user' })
    return exitCodes.success.code
  } catch (error) {
    // Commander has already written the error or the help.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.success.code : exitCodes.usage.code
    return await report(error, context)
  }
}

/** Creates all commands. A command imports what it needs when it runs, so that the start is fast. */
export function createProgram(context: Context): Command {
  return newCommand(context, {
    name: 'tabularium',
    description:
      'REST API on PostgreSQL with versions, history and row-level permissions: declare models in TypeScript.',
    examples: [
      ['tabularium demo', 'a database, a service and 1,000 made-up contacts, from nothing'],
      ['tabularium init books', 'a new project with a model and a test'],
      ['tabularium dev', 'your models, on a PostgreSQL of its own, with every change'],
      ['tabularium migrate apply && tabularium serve', 'your own models in ./models, on the database of DATABASE_URL'],
      ['tabularium serve --help', 'the help of one command, with its settings'],
    ],
    exits: ['schemaDiffers', 'unreachable'],
  })
    .version(context.version, '-V, --version', 'show the version')
    .helpCommand(false)
    .addCommand(demoCommand(context))
    .addCommand(initCommand(context))
    .addCommand(devCommand(context))
    .addCommand(serveCommand(context))
    .addCommand(workCommand(context))
    .addCommand(
      toGroup(context, 'migrate', 'Migrate the schema of the database to the declared models.', [
        planCommand(context),
        applyCommand(context),
        statusCommand(context),
        fillCommand(context),
        forgetCommand(context),
      ]),
    )
    .addCommand(doctorCommand(context))
    .addCommand(userCommands(context))
    .addCommand(
      toGroup(context, 'key', 'Manage the API keys of programs.', [
        addKeyCommand(context),
        listKeysCommand(context),
        endKeysCommand(context),
      ]),
    )
    .addCommand(
      toGroup(context, 'session', 'See who is logged in, and end sessions.', [
        listSessionsCommand(context),
        endSessionsCommand(context),
      ]),
    )
    .addCommand(
      toGroup(context, 'series', 'Look at the number series and set their counters.', [
        listSeriesCommand(context),
        setSeriesCommand(context),
      ]),
    )
    .addCommand(
      toGroup(context, 'restore', 'Put a database into service that was restored from a backup.', [
        finishRestoreCommand(context),
      ]),
    )
    .addCommand(
      toGroup(context, 'models', 'Look at the declared models.', [
        listModelsCommand(context),
        showModelCommand(context),
        checkModelsCommand(context),
      ]),
    )
    .addCommand(typesCommand(context))
    .addCommand(openapiCommand(context))
    .addCommand(toGroup(context, 'config', 'Look at the settings.', [printConfigCommand(context)]))
}

function userCommands(context: Context): Command {
  return toGroup(context, 'user', 'Manage who may log in.', [
    addUserCommand(context),
    passwordCommand(context),
    disableCommand(context),
    enableCommand(context),
    listUsersCommand(context),
    adminCommand(context),
    removeUserCommand(context),
    toGroup(context, 'factor', 'Help people who have lost their second factor.', [removeFactorCommand(context)]),
    toGroup(context, 'role', 'Give roles to users and take them away.', [
      addRoleCommand(context),
      removeRoleCommand(context),
    ]),
  ])
}

function toGroup(context: Context, name: string, description: string, commands: readonly Command[]): Command {
  return commands.reduce(
    (parent, command) => parent.addCommand(command),
    newCommand(context, { name, description }).helpCommand(false),
  )
}

async function report(error: unknown, context: Context): Promise<number> {
  const { explain } = await import('./explain.ts')
  const { exit, message } = explain(error)
  if (message) context.stderr.write(`tabularium: ${message}\n`)
  if (wantsStack(context) && error instanceof Error) context.stderr.write(`${error.stack}\n`)
  return exitCodes[exit].code
}

/** Searches the arguments as text, since they may be invalid. */
function wantsStack({ argv, env }: Context): boolean {
  const flag =
    argv.includes('--log-level=debug') ||
    (argv.includes('--log-level') && argv[argv.indexOf('--log-level') + 1] === 'debug')
  return (
    flag || listGiven('config', { flags: {}, env }).some(({ name, text }) => name === 'logLevel' && text === 'debug')
  )
}
