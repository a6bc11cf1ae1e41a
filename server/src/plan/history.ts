import type { HistoryCall } from '../call/Call.ts'
import type { Model } from '../model/Model.ts'
import { collectionsOf, type Models } from '../model/Models.ts'
import type { Authorization } from '../permission/Authorization.ts'
import type { HistoryPlan, MemberSource } from './Plan.ts'

/** Plans a history: of the record alone, or with the members of the collections that the caller sees. */
export function planHistory(
  { id, offset, limit, members, titles }: HistoryCall,
  model: Model,
  authorization: Authorization,
  { models, answerLimit }: { readonly models: Models; readonly answerLimit: number },
): HistoryPlan {
  const page = { operation: 'history', model, authorization, id, offset, limit, answerLimit } as const
  const plan = { ...page, ...(titles ? { titles } : {}) }
  if (!members) return plan
  const seen = authorization.rights.visibility.models.find(model.name)
  const sources = seen ? collectionsOf(seen) : []
  const toSource = (relation: MemberSource['relation']) => ({ relation, model: models.get(relation.target) })
  return { ...plan, members: sources.map(toSource) }
}
