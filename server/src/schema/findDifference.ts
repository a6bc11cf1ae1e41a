import type { Models } from '../model/Models.ts'
import { findSteps } from './findSteps.ts'
import type { Query } from './RecordState.ts'

const mostShown = 3

/**
 * In what the database differs from the models and from this version of the service, in short, or undefined. With `vitalOnly`
 * it tells only what keeps a process from serving: while a newer version is rolled out, the older processes go on.
 */
export async function findDifference(
  query: Query,
  models: Models,
  { vitalOnly = false }: { vitalOnly?: boolean } = {},
): Promise<string | undefined> {
  const steps = (await findSteps(query, models)).filter(({ vital }) => vital || !vitalOnly)
  if (steps.length === 0) return undefined
  const shown = steps.slice(0, mostShown).map(({ title }) => `  - ${title}`)
  const more = steps.length > mostShown ? [`  - and ${steps.length - mostShown} more`] : []
  return [
    'The database does not have the schema of the models. What is to be done:',
    ...shown,
    ...more,
    'See all of it with `tabularium migrate plan`, and do it with `tabularium migrate apply`.',
  ].join('\n')
}
