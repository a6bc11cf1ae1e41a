import type { Models } from '../model/Models.ts'
import { wereReplaced } from './appliedModels.ts'
import { findSteps } from './findSteps.ts'
import type { Query } from './RecordState.ts'
import type { Step } from './Step.ts'

const mostShown = 3

/** What is said of models that were replaced: to apply them again would undo what the newer ones did. */
export const newerModels = 'The database has newer models than this process: restart it with them.'

/**
 * In what the database differs from the models and from this version of the service, in short, or undefined. With `vitalOnly`
 * it tells only what keeps a process from serving: while a newer version is rolled out, the older processes go on.
 */
export async function findDifference(
  query: Query,
  models: Models,
  { requiredOnly = false }: { requiredOnly?: boolean } = {},
): Promise<string | undefined> {
  const steps = (await findSteps(query, models)).filter(({ required }) => required || !requiredOnly)
  if (steps.length === 0) return undefined
  return (await wereReplaced(query, models)) ? newerModels : describeSteps(steps)
}

/**
 * The same for a process that serves already, so that the database had its models when it was started: whatever keeps it from
 * serving has changed since.
 */
export async function findChange(query: Query, models: Models): Promise<string | undefined> {
  const difference = await findDifference(query, models, { requiredOnly: true })
  if (difference === undefined || difference === newerModels) return difference
  return [
    'The database has changed since this process was started, and no longer has its models.',
    'Restart the process with the newest models. If it does not start then, see `tabularium migrate plan`.',
  ].join('\n')
}

function describeSteps(steps: readonly Step[]): string {
  const shown = steps.slice(0, mostShown).map(({ title }) => `  - ${title}`)
  const more = steps.length > mostShown ? [`  - and ${steps.length - mostShown} more`] : []
  return [
    'The database does not have the schema of the models. What is to be done:',
    ...shown,
    ...more,
    'See all of it with `tabularium migrate plan`, and do it with `tabularium migrate apply`.',
  ].join('\n')
}
