import type { Envelope } from '../../envelope/Envelope.ts'
import { Failure } from '../../failure/failure.ts'
import { requireAt } from '../../failure/invariant.ts'
import type { UndoPlan } from '../../plan/UndoPlan.ts'
import { lastVersion } from '../../versions/stateAt.ts'
import { toConflict } from '../conflict.ts'
import type { ExecutionServices } from '../ExecutionServices.ts'
import { type WriteResult, inTransaction, withoutKey } from '../inTransaction.ts'
import { recordNotFound, requireStored } from '../requireRecord.ts'
import { touchesOthers } from '../write/delete/deleteRecords.ts'
import { readInTransaction } from '../write/readInTransaction.ts'
import { deletedConflict } from '../write/restore/recreateRecords.ts'
import type { WriteTransaction } from '../write/WriteTransaction.ts'
import { loadPasts } from './loadPasts.ts'
import { notUndoable } from './UndoResult.ts'
import { lockTargets, undoRecords } from './undoRecords.ts'

/** Undoes one write of a record. It locks the record first: no other transaction writes between compare and write. */
export function undoWrite(plan: UndoPlan, services: ExecutionServices): Promise<Envelope> {
  const { model, id, undo, context } = plan
  // What undoes a create may change other records.
  const owner = touchesOthers(model, services) ? { ...context, changeSet: 'undo' as const } : context
  return inTransaction(owner, services, async (tx) => {
    await lockTargets([{ model, id, first: undo, last: undo }], tx)
    await requireWrite(plan, tx)
    const result = await undoRecords([{ model, id, first: undo, last: undo }], withoutKey(context), tx)
    const [failure] = result.failures
    if (failure) throw failure
    if (result.clashes.length > 0) throw notUndoable(result)
    return show(plan, result.undone[0]?.version, tx)
  })
}

/** Fails unless the record has the version to undo, and its last version is the one that the client named. */
async function requireWrite(plan: UndoPlan, tx: WriteTransaction): Promise<void> {
  const { model, id, version, undo, onConflict } = plan
  const { authorization } = tx
  const past = requireAt(await loadPasts([{ model, id, first: undo, last: undo }], tx), 0)
  const last = lastVersion(past)
  if (!past.current && !past.first && past.entries.length === 0) throw recordNotFound(id)
  if (!past.entries.some((entry) => entry.version === undo))
    throw new Failure(
      'version-not-found',
      `The record has no version ${undo}, or the journal does not keep it any more. Its history lists what is left.`,
    )
  if (onConflict === 'merge' || last === version) return
  const [current] = await readInTransaction([{ operation: 'read', model, authorization, id }], tx)
  throw past.current ? toConflict(requireStored(current, id)) : deletedConflict(last ?? version)
}

/** The record as it is now; of a deleted one, its id and its last version. */
async function show(
  { model, id, version, selection }: UndoPlan,
  written: number | undefined,
  tx: WriteTransaction,
): Promise<WriteResult> {
  const shown = selection ? { selection } : {}
  const read = { operation: 'read', model, authorization: tx.authorization, id, ...shown } as const
  const [stored] = await readInTransaction([read], tx)
  if (!stored) return { data: JSON.stringify({ id, version: written ?? version }) }
  return { data: stored.json, version: stored.version }
}
