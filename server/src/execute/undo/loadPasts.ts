import { requireAt } from '../../failure/invariant.ts'
import { serviceAuthorization } from '../../permission/Authorization.ts'
import { pastStatement } from '../../statement/past.ts'
import { journaledFields } from '../../statement/journal/journalChanges.ts'
import { toReadable } from '../../statement/authorization/readable.ts'
import { seenStatesStatement } from '../../statement/seenStates.ts'
import type { PastRecord } from '../../statement/renderPast.ts'
import type { Past } from '../../versions/Past.ts'
import { findEntryBefore, findStateBefore, lastVersion } from '../../versions/stateAt.ts'
import { coerceOldValue } from '../coerceOldValue.ts'
import { createdOf, updatedOf } from '../readVersion.ts'
import type { ReadSteps } from '../write/record/rowRules.ts'
import { runBatched } from '../write/runBatched.ts'
import type { UndoTarget } from './UndoResult.ts'

/**
 * Loads the pasts of records of one model as the caller sees them. One that the caller does not see is empty. If a
 * rule decides which records are seen, it is evaluated on the last state of those that are deleted.
 */
export async function loadPasts(targets: readonly UndoTarget[], steps: ReadSteps): Promise<Past[]> {
  const { authorization, services, transaction } = steps
  const { model } = requireAt(targets, 0)
  const ask = (own: readonly UndoTarget[], by: typeof authorization) =>
    runBatched(
      pastStatement,
      own.map(({ id, first }) => ({
        // From the version before on, whatever its number is.
        item: { model, id, version: Math.max(0, first - 1), authorization: by },
        path: '',
      })),
      transaction,
      services.models,
    )
  const pasts = await ask(targets, authorization)
  if (!authorization.rights.visibility.rowsOf(model)) return pasts
  const absent = targets.filter((_, index) => !requireAt(pasts, index).current)
  const whole = await ask(absent, serviceAuthorization(services.models))
  const deleted = new Map<UndoTarget, Past>()
  for (const [index, target] of absent.entries()) {
    const past = requireAt(whole, index)
    const seen = past.current ? undefined : await findSeen(target, past, steps)
    if (seen) deleted.set(target, seen)
  }
  return targets.map((target, index) => deleted.get(target) ?? requireAt(pasts, index))
}

/** Whether a caller sees anything of a record. */
export function isSeen({ current, entries }: Past): boolean {
  return current !== undefined || entries.length > 0
}

async function findSeen(
  { model, id }: UndoTarget,
  past: Past,
  { authorization, services, transaction }: ReadSteps,
): Promise<Past | undefined> {
  const { models } = services
  const last = lastVersion(past) ?? 0
  const version = findEntryBefore(past, last)?.version ?? last - 1
  const state = findStateBefore(past, last)
  if (!state) return undefined
  const values = journaledFields(model).map((field) => coerceOldValue(field, state[field.name], model, models) ?? null)
  const times = { ...createdOf(past), ...updatedOf(past, version) }
  const item: PastRecord = { authorization, model, id, version, ...times, values }
  const [seen] = await runBatched(seenStatesStatement, [{ item, path: '' }], transaction, models)
  if (!seen?.isSeen) return undefined
  const readable = toReadable(model, seen.names, authorization.rights.visibility)
  return { ...past, ...(readable ? { readable } : {}) }
}
