import { requireAt } from '../../../failure/invariant.ts'
import type { Model } from '../../../model/Model.ts'
import { knownVersionsStatement, versionWrittenStatement } from '../../../statement/membersAt.ts'
import { pastStatement } from '../../../statement/past.ts'
import type { Past } from '../../../versions/Past.ts'
import { findStateAt } from '../../../versions/stateAt.ts'
import type { MemberConflict } from '../../conflict.ts'
import type { SentCollection } from '../merge/mergeMembers.ts'
import { runBatched } from '../runBatched.ts'
import type { WriteTransaction } from '../WriteTransaction.ts'

/** The members that the client left out: those that it removed, and those that others added. */
interface LeftOut {
  readonly removed: readonly number[]
  readonly kept: readonly number[]
  readonly conflicts: readonly MemberConflict[]
}

/**
 * Decides about members that were not sent. The client knew those that the record had when the version that it read was
 * written, so it has removed them; that clashes if others changed them since. It may not have known the others.
 */
export async function findRemoved(
  model: Model,
  unsent: readonly number[],
  { parent, write, path }: SentCollection,
  tx: WriteTransaction,
): Promise<LeftOut> {
  const { by, name } = write.relation
  const toConflict = (id: number, version: number | null, conflict: object): MemberConflict => ({
    place: `${path}${name}`,
    model: model.name,
    id,
    version,
    conflicts: [conflict],
  })
  if (unsent.length === 0) return { removed: [], kept: [], conflicts: [] }
  const { transaction, services, authorization } = tx
  const [base] = await transaction.run(versionWrittenStatement(parent.model, parent.id, parent.version))
  if (!base) return { removed: [], kept: [], conflicts: unsent.map((id) => toConflict(id, null, { base: null })) }
  const rows = await transaction.run(knownVersionsStatement(parent, model, unsent))
  const at = new Map(rows.map(([id, version]) => [Number(id), Number(version)]))
  const questions = unsent.map((id) => ({
    item: { model, id, version: Math.max(at.get(id) ?? 0, 0), authorization },
    path: '',
  }))
  const pasts = await runBatched(pastStatement, questions, transaction, services.models)
  const found = { removed: [] as number[], kept: [] as number[], conflicts: [] as MemberConflict[] }
  for (const [index, id] of unsent.entries()) {
    const past = requireAt(pasts, index)
    const version = at.get(id) ?? -1
    const outcome = version < 0 ? 'kept' : decide(past, version, by, parent.id)
    if (outcome === 'changed')
      found.conflicts.push(toConflict(id, past.current?.version ?? null, changesOf(past, version)))
    else found[outcome].push(id)
  }
  return found
}

function decide(past: Past, version: number, by: string, parent: number): 'removed' | 'kept' | 'changed' {
  if (past.current?.version === version) return 'removed'
  const isDeleted = past.entries.some((entry) => entry.version === version && entry.operation === 'd')
  const state = findStateAt(past, version)
  if (isDeleted || (state && state[by] !== parent)) return 'kept'
  return 'changed'
}

/** What others changed in a member that the client removed, limited to what the caller may read. */
function changesOf({ entries, readable }: Past, version: number): object {
  const later = entries.filter((entry) => entry.version > version)
  const fields = new Set(later.flatMap(({ changes }) => Object.keys(changes)))
  const changed = [...fields].filter((field) => readable?.has(field) ?? true)
  const last = later.at(-1)
  return { removed: true, changed, by: last?.by ?? null, on: last?.on ?? null }
}
