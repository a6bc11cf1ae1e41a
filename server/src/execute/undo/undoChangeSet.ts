import type { Envelope } from '../../envelope/Envelope.ts'
import { Failure } from '../../failure/failure.ts'
import { joinMembers, jsonMember } from '../../text/json.ts'
import type { Authorization } from '../../permission/Authorization.ts'
import type { UndoChangeSetPlan } from '../../plan/UndoPlan.ts'
import type { StoredChangeSet } from '../../statement/service/listChangeSets.ts'
import type { ExecutionServices } from '../ExecutionServices.ts'
import { type WriteResult, inTransaction, withoutKey } from '../inTransaction.ts'
import { withAuthorization } from '../write/openWrite.ts'
import { loadTargets } from './loadTargets.ts'
import { maxListed, notUndoable, type UndoResult } from './UndoResult.ts'
import { undoRecords } from './undoRecords.ts'

/**
 * Undoes a change set in one transaction, which is a change set itself. If something clashes, nothing is written, or
 * the rest is, as the plan says.
 */
export function undoChangeSet(plan: UndoChangeSetPlan, services: ExecutionServices): Promise<Envelope> {
  const { id, onConflict, context } = plan
  const work = () =>
    inTransaction({ ...context, changeSet: 'undo', undoes: id }, services, async (tx) => {
      const { set, targets, forgotten } = await loadTargets(id, tx)
      refuseDeclared(set.name, services)
      const authorization = toUndoAuthorization(set, context.authorization)
      const own = withAuthorization(tx, authorization)
      const result = await undoRecords(targets, { ...withoutKey(context), authorization }, own)
      if (onConflict === 'refuse' && result.clashes.length + forgotten > 0) throw notUndoable(result, forgotten)
      return toWriteResult(result, forgotten)
    })
  return services.idempotency.guard(context, work, async () => undefined)
}

/**
 * The fields that only logic writes go back if an action wrote them that the caller may run now. The undo of an undo
 * does not write them: it would do the action again, without its code.
 */
function toUndoAuthorization({ kind, name }: StoredChangeSet, authorization: Authorization): Authorization {
  const { rights } = authorization
  const mayRun = kind === 'action' && name !== null && rights.mayRun(name)
  return mayRun ? { ...authorization, rights: rights.forLogic() } : authorization
}

/** Refuses to undo what an action wrote that declares `undo: false`. */
function refuseDeclared(name: string | null | undefined, { isUndoable }: ExecutionServices): void {
  if (typeof name === 'string' && isUndoable?.(name) === false)
    throw new Failure('not-permitted', `What ${name} writes is not undone: the action declares that.`)
}

function toWriteResult({ undone, clashes }: UndoResult, forgotten: number): WriteResult {
  const listed = undone.slice(0, maxListed).map((record) => JSON.stringify(record))
  const members = [jsonMember('undone', undone.length)]
  if (clashes.length > 0)
    members.push(jsonMember('clashes', clashes.slice(0, maxListed)), jsonMember('clashing', clashes.length))
  if (forgotten > 0) members.push(jsonMember('forgotten', forgotten))
  return { data: listed.join(), extraMembers: joinMembers(members) }
}
