import type { Command } from 'commander'
import type { Step } from '../../schema/Step.ts'
import { parseSettings } from '../../settings/parseSettings.ts'
import { CommandFailure } from '../CommandFailure.ts'
import type { Context } from '../Context.ts'
import { newCommand, sourceOf, withSettings } from '../newCommand.ts'
import { counted, paint, printJson } from '../output.ts'
import { addName, dropForeignHelp, printForeign } from './foreign.ts'
import type { MigrationPlan } from './readPlan.ts'
import { isFolded, stepLines } from './stepLines.ts'

/** `migrate plan`: shows what `migrate apply` would do. */
export function planCommand(context: Context): Command {
  const command = newCommand(context, {
    name: 'plan',
    description:
      'Show each step from the database to the declared models and roles: its SQL, its lock, and the data it loses.',
    examples: [
      ['tabularium migrate plan', 'for people'],
      ['tabularium migrate plan --json', 'for programs: an array of steps'],
      ['tabularium migrate plan --exit-code', 'for scripts: ends with 3 if there is something to apply'],
    ],
    exits: ['schemaDiffers', 'unreachable'],
  })
    .option('--json', 'print JSON')
    .option('--exit-code', 'end with 3 if there is something to apply')
    .option('--verbose', "also show the SQL of the service's own migrations")
    .option('--drop-foreign <name>', dropForeignHelp, addName)
  return withSettings(command, 'migrate').action(async () => {
    const settings = parseSettings('migrate', sourceOf(command, context))
    const { json, exitCode, verbose = false, dropForeign = [] } = command.opts<Flags>()
    const { readPlan } = await import('./readPlan.ts')
    const plan = await readPlan(settings, dropForeign)
    const { steps } = plan
    if (json) printJson(context.stdout, steps)
    else printPlan(context, plan, verbose)
    if (exitCode && steps.length > 0) throw new CommandFailure('schemaDiffers', '')
  })
}

interface Flags {
  json?: true
  exitCode?: true
  verbose?: true
  dropForeign?: string[]
}

const goingBack = 'The database has newer models than these: this plan goes back to the older ones.'

function printPlan(context: Context, { steps, foreign, replaced }: MigrationPlan, verbose: boolean): void {
  if (replaced) context.stdout.write(`${paint(context.stdout, context, 'red', goingBack)}\n\n`)
  const shown = verbose ? steps : steps.map(foldServiceMigration)
  printSteps(context, shown)
  printForeign(context, foreign)
}

/** Hides the SQL of the service's own migrations, which is hundreds of lines. */
function foldServiceMigration(step: Step): Step {
  return step.service ? { ...step, statements: [] } : step
}

function printSteps(context: Context, steps: readonly Step[]): void {
  if (steps.length === 0) return context.stdout.write('Nothing to do: the database has the schema of the models.\n')
  for (const [index, step] of steps.entries()) {
    const lines = stepLines(step, index + 1, context.stdout, context)
    const next = steps[index + 1]
    context.stdout.write(`${lines.join('\n')}\n${isFolded(step) && next && isFolded(next) ? '' : '\n'}`)
  }
  const losing = steps.filter(({ loses }) => loses !== undefined).length
  const blocked = steps.filter(({ blocked }) => blocked !== undefined).length
  const advice =
    blocked > 0
      ? `${counted(blocked, 'step')} cannot be done: see above.`
      : `Run: npx tabularium migrate apply${losing > 0 ? ' --allow-data-loss' : ''}`
  context.stdout.write(`${counted(steps.length, 'step')}. ${advice}\n`)
}
