import type { ChangeSetCall, ChangeSetsCall, UndoChangeSetCall } from '../call/ChangeSetsCall.ts'
import type { Authorization } from '../permission/Authorization.ts'
import { permit } from '../permission/permit.ts'
import { requirePossibleId } from './possibleId.ts'
import type { ChangeSetPlan, ChangeSetsPlan, UndoChangeSetPlan } from './UndoPlan.ts'

/** Plans a page of change sets. */
export function planChangeSets(
  { offset, limit, user, model }: ChangeSetsCall,
  authorization: Authorization,
): ChangeSetsPlan {
  if (model !== undefined) permit(model, ['read'], authorization.rights)
  const filter = { ...(user === undefined ? {} : { user }), ...(model === undefined ? {} : { model }) }
  return { operation: 'changeSets', authorization, filter, offset, limit }
}

/** Plans to show a change set. */
export function planChangeSet({ id, offset, limit }: ChangeSetCall, authorization: Authorization): ChangeSetPlan {
  requirePossibleId(id)
  return { operation: 'changeSet', authorization, id, offset, limit }
}

/** Plans the undo of a change set. */
export function planUndoChangeSet(call: UndoChangeSetCall, authorization: Authorization): UndoChangeSetPlan {
  const { id, onConflict, requestId, dryRun, idempotency } = call
  requirePossibleId(id)
  const context = { authorization, requestId, dryRun, ...(idempotency ? { idempotency } : {}) }
  return { operation: 'undoChangeSet', id, onConflict, context }
}
