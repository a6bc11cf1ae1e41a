import { requireAt } from '../../../failure/invariant.ts'
import type { CreatePlan, ReadPlan, UpdatePlan } from '../../../plan/Plan.ts'
import { isShownByWrite } from '../../../plan/Selection.ts'
import { readInTransaction } from '../readInTransaction.ts'
import type { WriteItem } from './WriteItem.ts'
import type { WriteTransaction, WrittenRecord } from '../WriteTransaction.ts'

/** Whether the statement that writes a record can show it, too: it sees nothing of what is written after it. */
export function answersAtOnce({ relations, selection }: CreatePlan | UpdatePlan): boolean {
  return relations.length === 0 && (selection === undefined || isShownByWrite(selection))
}

/** The record is read when all is written, so the statement that writes it does not show it. */
export function withoutAnswer(item: WriteItem): WriteItem {
  return { ...item, plan: { ...item.plan, answers: 'nothing' } }
}

/**
 * Reads the written records as the caller sees them now, unless the answer does not show them. A record that the caller
 * does not see any more shows only its id and version.
 */
export async function showAll(
  items: readonly WriteItem[],
  written: readonly WrittenRecord[],
  tx: WriteTransaction,
): Promise<WrittenRecord[]> {
  const plans = items.flatMap(({ plan: { model, selection, answers } }, index): ReadPlan[] => {
    if (answers === 'nothing') return []
    const { id } = requireAt(written, index)
    return [{ operation: 'read', model, authorization: tx.authorization, id, ...(selection ? { selection } : {}) }]
  })
  const shown = plans.length === 0 ? [] : await readInTransaction(plans, tx)
  return written.map((record, index) => {
    if (requireAt(items, index).plan.answers === 'nothing') return record
    return { ...record, json: shown.shift()?.json ?? JSON.stringify({ id: record.id, version: record.version }) }
  })
}
