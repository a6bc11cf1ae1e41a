import { requireAt } from '../../../failure/invariant.ts'
import { lockRecordsStatement } from '../../../statement/links.ts'
import { toRecordsFailure } from '../../../statement/refusal/Reason.ts'
import type { Updated } from '../../../statement/record/Written.ts'
import { toConflict } from '../../conflict.ts'
import { recordNotFound } from '../../requireRecord.ts'
import { readInTransaction } from '../readInTransaction.ts'
import { atPath, type WriteItem } from './WriteItem.ts'
import type { WriteTransaction } from '../WriteTransaction.ts'

/** A record that was not written. */
export interface MissedItem extends WriteItem {
  readonly id: number
  readonly result: Exclude<Updated, { is: 'written' }>
}

/**
 * Returns the failure of records of one model that were not written: the conflict of the first one, or everything that
 * is wrong with all that were refused. A version that is not current comes first: what was refused is out of date.
 */
export async function whyNotWritten(missed: readonly MissedItem[], tx: WriteTransaction): Promise<unknown> {
  const first = requireAt(missed, 0)
  const { model } = first.plan
  const refused = await findRefused(missed, tx)
  const [known] = refused
  if (known === first)
    return toRecordsFailure(
      refused.map(({ path, result }) => ({ path, reasons: result.is === 'refused' ? result.reasons : [] })),
      model,
      tx.authorization,
    )
  const { id, path } = first
  const [current] = await readInTransaction([{ operation: 'read', model, authorization: tx.authorization, id }], tx)
  return atPath(current ? toConflict(current) : recordNotFound(id), path)
}

/** The records that were refused: new ones, and changes of the current version. */
async function findRefused(missed: readonly MissedItem[], { transaction }: WriteTransaction): Promise<MissedItem[]> {
  const changed = missed.filter(({ plan }) => plan.operation === 'update')
  const ids = changed.map(({ id }) => id)
  const rows = ids.length === 0 ? [] : await transaction.run(lockRecordsStatement(requireAt(missed, 0).plan.model, ids))
  const versions = new Map(rows.map(([id, version]) => [Number(id), Number(version)]))
  return missed.filter(
    ({ plan, id, result }) =>
      plan.operation === 'create' || (result.is === 'refused' && versions.get(id) === plan.version),
  )
}
