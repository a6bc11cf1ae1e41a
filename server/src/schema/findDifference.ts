import type { Models } from '../model/Models.ts'
import { wereReplaced } from './appliedModels.ts'
import { findSteps } from './findSteps.ts'
import type { Query } from './RecordState.ts'
import { newerVersion } from './serviceMigrations.ts'
import type { Step } from './Step.ts'

const maxShown = 3

/** The message for replaced models: applying them again would undo the newer ones. */
export const newerModels = 'The database has newer models than this process: restart it with them.'

/**
 * Summarises how the database differs from the models and from this version of the service; undefined if it does not.
 * With `requiredOnly` it reports only differences that prevent serving: older processes continue during a rollout.
 */
export async function findDifference(
  query: Query,
  models: Models,
  { requiredOnly = false }: { requiredOnly?: boolean } = {},
): Promise<string | undefined> {
  const steps = (await findSteps(query, models)).filter(({ required }) => required || !requiredOnly)
  if (steps.length === 0) return undefined
  const unknown = steps.filter(({ blocked }) => blocked === newerVersion)
  if (unknown.length > 0) return [newerVersion, ...unknown.map(({ title }) => `  - ${title}`)].join('\n')
  return (await wereReplaced(query, models)) ? newerModels : describeSteps(steps)
}

/**
 * The same for a process that is serving: the database had its models when it started, so any difference that prevents
 * serving is newer.
 */
export async function findChange(query: Query, models: Models): Promise<string | undefined> {
  const difference = await findDifference(query, models, { requiredOnly: true })
  if (difference === undefined || difference === newerModels) return difference
  return [
    'The database has changed since this process was started, and no longer has its models.',
    'Restart the process with the newest models. If it does not start then, see `npx tabularium migrate plan`.',
  ].join('\n')
}

function describeSteps(steps: readonly Step[]): string {
  const shown = steps.slice(0, maxShown).map(({ title }) => `  - ${title}`)
  const more = steps.length > maxShown ? [`  - and ${steps.length - maxShown} more`] : []
  return [
    'The database does not have the schema of the models. The missing steps are:',
    ...shown,
    ...more,
    'See all of them with `npx tabularium migrate plan`, and run them with `npx tabularium migrate apply`.',
  ].join('\n')
}
