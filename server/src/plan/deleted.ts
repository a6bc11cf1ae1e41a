import type { DeletedCall } from '../call/Call.ts'
import { Failure } from '../failure/failure.ts'
import type { Model } from '../model/Model.ts'
import type { Authorization } from '../permission/Authorization.ts'
import type { DeletedPlan } from './Plan.ts'

/**
 * Plans a list of deleted records. Rules are evaluated for records as they are now, and a deleted record has no links
 * and members any more. So whether such a rule would allow to read it can't be decided.
 */
export function planDeleted(
  { offset, limit }: DeletedCall,
  model: Model,
  authorization: Authorization,
  answerLimit: number,
): DeletedPlan {
  if (authorization.rights.visibility.rowsOf(model))
    throw new Failure(
      'not-permitted',
      `You may read some records of ${model.name} only, and for a deleted record that can't be decided any more. ` +
        'A user who may read all of them can list the deleted ones.',
    )
  return { operation: 'deleted', model, authorization, offset, limit, answerLimit }
}
