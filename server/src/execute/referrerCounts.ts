import { Failure, withDetails } from '../failure/failure.ts'
import type { Authorization } from '../permission/Authorization.ts'
import type { DeletePlan } from '../plan/Plan.ts'
import { planSearch } from '../plan/search.ts'
import type { ExecutionServices } from './ExecutionServices.ts'

/** A field or relation whose records prevent the delete of what they refer to. */
interface CountedReferrer {
  readonly model: string
  readonly member: string
  /** The name in criteria. */
  readonly path: string
}

/** The most records that refer by one field and are shown. */
const maxShown = 3

/**
 * Adds to a refused delete how many records refer to the record by each field that the caller sees, and the first of
 * them with their titles. Records that the caller does not see are neither counted nor shown.
 */
export async function withReferrerCounts(
  refused: unknown,
  plan: DeletePlan,
  services: ExecutionServices,
): Promise<unknown> {
  if (!(refused instanceof Failure) || refused.code !== 'still-referenced') return refused
  const { authorization } = plan.context
  const seen = referrersOf(plan, services).filter((referrer) => isSeen(referrer, authorization))
  const found = await Promise.all(
    seen.map(async (referrer) => ({
      name: `${referrer.model}.${referrer.member}`,
      ...(await findReferrers(referrer, plan.id, authorization, services)),
    })),
  )
  const some = found.filter(({ count }) => count > 0)
  const counts = Object.fromEntries(some.map(({ name, count }) => [name, count]))
  const records = Object.fromEntries(some.map((one) => [one.name, one.records]))
  return withDetails(refused, { data: { counts, records } })
}

function referrersOf({ model }: DeletePlan, { models }: ExecutionServices): CountedReferrer[] {
  const referrers = models.referrersOf(model).filter(({ field }) => (field.onDelete ?? 'refuse') === 'refuse')
  const linkers = models.linkersOf(model).filter(({ relation }) => relation.onDelete === 'refuse')
  return [
    ...referrers.map(({ model: { name }, field }) => ({ model: name, member: field.name, path: field.name })),
    ...linkers.map(({ model: { name }, relation }) => ({
      model: name,
      member: relation.name,
      path: `${relation.name}.id`,
    })),
  ]
}

function isSeen({ model, member }: CountedReferrer, { rights }: Authorization): boolean {
  const found = rights.visibility.models.find(model)
  return [...(found?.fields ?? []), ...(found?.relations ?? [])].some(({ name }) => name === member)
}

async function findReferrers(
  { model, member, path }: CountedReferrer,
  id: number,
  authorization: Authorization,
  { run, tokens, answerLimit }: ExecutionServices,
): Promise<{ count: number; records: readonly object[] }> {
  const known = authorization.rights.visibility.models.require(model)
  const criteria = { fieldName: path, operator: '=', value: path === member ? { id } : id }
  const fields = known.title === 'id' ? [] : [known.title]
  // Archived records prevent the delete like others.
  const archived = known.archive ? { archived: true as const } : {}
  const request = { offset: 0, limit: maxShown, total: true, fields, criteria, ...archived }
  const page = await run.search(planSearch(request, known, authorization, { tokens, answerLimit }))
  return { count: page.total ?? 0, records: JSON.parse(`[${page.records}]`) }
}
