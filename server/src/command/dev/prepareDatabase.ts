import type { Connection } from '../../postgres/Connection.ts'
import { applyMigration } from '../../schema/applyMigration.ts'
import { planMigration } from '../../schema/planMigration.ts'
import type { Step } from '../../schema/Step.ts'
import type { Declared } from '../loadDeclared.ts'
import { withDataMigrations } from '../migrate/migrateData.ts'
import { applyRoles } from '../applyRoles.ts'
import type { Context } from '../Context.ts'
import { stepLines } from '../migrate/stepLines.ts'
import { counted } from '../output.ts'
import { createProgress } from '../progress.ts'
import { decide, type Decision, isPending } from './decide.ts'
import type { Task } from './Task.ts'

/** Runs the steps that lose nothing, or all if that was the answer, and shows the others. */
export async function prepareDatabase(
  context: Context,
  connection: Connection,
  declared: Declared,
  task: Task,
): Promise<Decision> {
  const { models, roles } = declared
  const steps = await planMigration((statement) => connection.query(statement), models)
  const decision = decide(steps, task)
  if (!decision.held) {
    const allowDataLoss = task.answer === 'apply' && decision.pending.length === 0
    const skip = (step: Step) => !allowDataLoss && isPending(step)
    const run = steps.filter((step) => !skip(step))
    const apply = () =>
      withDataMigrations(context, declared, { url: task.databaseUrl, folder: context.folder }, (runMigration) =>
        applyMigration(connection, models, { allowDataLoss, skip, runMigration }),
      )
    if (run.length > 0) await createProgress(context).step(describe(run), apply)
    for (const { title } of await applyRoles(connection, roles)) createProgress(context).note(`done: ${title}`)
  }
  if (decision.pending.length > 0) showPending(context, decision, task)
  return decision
}

/** The most steps that are named. */
const maxNamed = 5

function describe(steps: readonly Step[]): string {
  const titles = steps.map(({ title }) => title)
  return titles.length > maxNamed ? `Run ${counted(titles.length, 'step')} of the migration` : titles.join('; ')
}

const advices = {
  pending: 'They are not run. The service goes on without them. To run them, type apply and press Enter.',
  required:
    'They are not run, and these models cannot be served without them. To run them, type apply and press Enter. ' +
    'If a field or a model was renamed, declare its old name with "was" instead, and save.',
  rename:
    'Nothing is run, because this looks like a rename: if so, declare the old name with "was", and save. ' +
    'Otherwise type apply and press Enter to run all steps, or keep to run only those that lose nothing.',
  blocked: 'Nothing is run, because a step cannot be done. Change the models or the records, and save.',
}

const withoutTerminal =
  'Without a terminal, stop it and run npx tabularium dev --allow-data-loss, which runs them at its start.\n'

function showPending(context: Context, { pending, held }: Decision, { known, agreed }: Task): void {
  // What was shown before and still has no consequence is not shown again.
  const shown = held ? pending : pending.filter(({ title }) => !known.includes(title))
  if (shown.length === 0) return
  const { stderr } = context
  const blocked = pending.some((step) => step.blocked !== undefined && step.required)
  const advice = advices[blocked ? 'blocked' : (held ?? 'pending')]
  if (agreed !== 'all' && shown.every(({ title }) => agreed.includes(title))) {
    stderr.write(`\n${counted(shown.length, 'step')} as shown before. ${advice}\n\n`)
    return
  }
  const lines = shown.flatMap((step, index) => [...stepLines(step, index + 1, stderr, context), ''])
  stderr.write(`\n${counted(shown.length, 'step')} may lose data or cannot be done:\n\n${lines.join('\n')}\n`)
  stderr.write(`${advice}\n${context.stdin.isTTY ? '' : withoutTerminal}\n`)
}
