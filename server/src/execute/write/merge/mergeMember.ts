import { isDeepStrictEqual } from 'node:util'
import type { UpdatePlan } from '../../../plan/Plan.ts'
import type { Past } from '../../../versions/Past.ts'
import { isSecretField, toPlainRecord } from '../../../versions/plainValues.ts'
import { findStateAt } from '../../../versions/stateAt.ts'
import { type MemberConflict, toShownClash } from '../../conflict.ts'
import { compare, toMerged } from '../../merge.ts'
import { recordNotFound } from '../../requireRecord.ts'
import { withValue } from '../record/changePlan.ts'
import type { MergedMember, SentCollection } from './mergeMembers.ts'
import { atPath } from '../record/WriteItem.ts'
import type { WriteTransaction } from '../WriteTransaction.ts'

/** What becomes of a member that was sent: nothing to write, a change, or a conflict. */
interface Outcome {
  readonly plans: readonly UpdatePlan[]
  readonly conflicts: readonly MemberConflict[]
  readonly merged: readonly MergedMember[]
}

const nothing: Outcome = { plans: [], conflicts: [], merged: [] }

/** Merges one member by its own version. A member that only others changed stays as they left it. */
export async function mergeMember(
  plan: UpdatePlan,
  past: Past,
  path: string,
  sent: SentCollection,
  tx: WriteTransaction,
): Promise<Outcome> {
  const { model, id, version } = plan
  const conflict = (conflicts: readonly object[]): Outcome => ({
    ...nothing,
    conflicts: [{ place: path, model: model.name, id, version: past.current?.version ?? null, conflicts }],
  })
  const state = findStateAt(past, version)
  if (!past.current) {
    // It never was, the caller does not see it, or the journal has forgotten it.
    if (!state) throw atPath(recordNotFound(id), `${path}.`)
    return isEdited(plan, state) ? conflict([{ deleted: true, ...lastWrite(past) }]) : nothing
  }
  if (!state) return conflict([{ base: null }])
  const found = compare(withParent(plan, past, sent), past)
  const clashes = found?.clashes ?? []
  if (!found || clashes.length > 0) {
    const isHidden = (name: string) => isSecretField(name, model) || past.readable?.has(name) === false
    return conflict(clashes.map((clash) => toShownClash(clash, model, isHidden)))
  }
  const { by } = sent.write.relation
  if (past.current.values[by] !== sent.parent.id && state[by] === sent.parent.id)
    return isEdited(plan, state) ? conflict([{ field: by, moved: true, ...lastWrite(past) }]) : nothing
  const own = toMerged(plan, past.current.version, found)
  const nested = plan.relations.length > 0 ? await sent.mergeNested(plan, past, `${path}.`, tx) : undefined
  const isMoved = found.mergeable.includes(by)
  // A number that is not the record's own is refused by the write.
  const isRenumbered =
    plan.numbers?.some(({ field, value }) => value !== null && past.current?.values[field.name] !== value) ?? false
  const isWritten = own.fields.length > 0 || isMoved || isRenumbered || (nested?.relations.length ?? 0) > 0
  return {
    plans: isWritten ? [{ ...own, relations: nested?.relations ?? [] }] : [],
    conflicts: nested?.conflicts ?? [],
    merged: [...(isWritten && own.version !== version ? [toMergedMember(plan, own)] : []), ...(nested?.merged ?? [])],
  }
}

function toMergedMember({ model, id, version }: UpdatePlan, merged: UpdatePlan): MergedMember {
  const fields = merged.fields.map(({ name }) => name)
  return { model: model.name, id, base: version, onto: merged.version, fields }
}

/** Adds the reference to the parent to what is compared, unless the caller may not read it. */
function withParent(plan: UpdatePlan, { readable }: Past, { parent, write }: SentCollection): UpdatePlan {
  if (readable?.has(write.relation.by) === false) return plan
  const filled = withValue(plan, write.relation.by, parent.id)
  return filled.operation === 'update' ? filled : plan
}

/** Whether the client changed the member, as compared with the version that it read. */
function isEdited(plan: UpdatePlan, state: Readonly<Record<string, unknown>>): boolean {
  const yours = Object.entries(toPlainRecord(plan))
  return plan.relations.length > 0 || yours.some(([name, value]) => !isDeepStrictEqual(value, state[name] ?? null))
}

function lastWrite({ entries }: Past): object {
  const last = entries.at(-1)
  return { by: last?.by ?? null, on: last?.on ?? null }
}
