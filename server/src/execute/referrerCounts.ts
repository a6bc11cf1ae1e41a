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

/** Adds to a refused delete how many records refer to the record by each field that the caller sees. */
export async function withReferrerCounts(
  refused: unknown,
  plan: DeletePlan,
  services: ExecutionServices,
): Promise<unknown> {
  if (!(refused instanceof Failure) || refused.code !== 'still-referenced') return refused
  const { authorization } = plan.context
  const seen = referrersOf(plan, services).filter((referrer) => isSeen(referrer, authorization))
  const counted = await Promise.all(
    seen.map(async (referrer): Promise<[string, number]> => {
      const name = `${referrer.model}.${referrer.member}`
      return [name, await countReferrers(referrer, plan.id, authorization, services)]
    }),
  )
  return withDetails(refused, { data: { counts: Object.fromEntries(counted.filter(([, count]) => count > 0)) } })
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

async function countReferrers(
  { model, member, path }: CountedReferrer,
  id: number,
  authorization: Authorization,
  { run, tokens, answerLimit }: ExecutionServices,
): Promise<number> {
  const known = authorization.rights.visibility.models.require(model)
  const criteria = { fieldName: path, operator: '=', value: path === member ? { id } : id }
  const request = { offset: 0, limit: 0, total: true, fields: [], criteria }
  const page = await run.search(planSearch(request, known, authorization, { tokens, answerLimit }))
  return page.total ?? 0
}
