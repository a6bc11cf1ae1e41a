import { isDeepStrictEqual } from 'node:util'
import { Failure } from '../../failure/failure.ts'
import { isClash } from '../../failure/failureCodes.ts'
import { requireAt } from '../../failure/invariant.ts'
import { isBuiltIn } from '../../model/builtIn/names.ts'
import type { Model } from '../../model/Model.ts'
import { type Authorization, serviceAuthorization } from '../../permission/Authorization.ts'
import { mayRestore } from '../../permission/mayWrite.ts'
import { notPermitted } from '../../permission/permit.ts'
import type { Stored } from '../../statement/Statement.ts'
import type { Past } from '../../versions/Past.ts'
import { findStateBefore, lastVersion } from '../../versions/stateAt.ts'
import { toDeletedValues } from '../oldValues.ts'
import {
  findLinkable,
  findOldLinks,
  type RecreateItem,
  recreateRecords,
  toRecreation,
} from '../write/restore/recreateRecords.ts'
import { evaluateRules, refuseExcess, requireVerdict } from '../write/record/rowRules.ts'
import type { WriteTransaction } from '../write/WriteTransaction.ts'
import { type Missing, toMissing, type Undone, type UndoItem, writtenByLogic } from './undoSteps.ts'

/** A record to recreate, its past, and the records that it was linked with and that are gone. */
interface Recreated {
  readonly item: RecreateItem
  readonly past: Past
  readonly missing: Missing
}

/**
 * Recreates records that were deleted, with their ids, values and links. This takes the right to restore all records of
 * the model, or to create these. The second may have fields that the caller does not read: they come back with the
 * record, and nothing is said about them.
 */
export async function recreateDeleted(items: readonly UndoItem[], asked: WriteTransaction): Promise<Undone[]> {
  const { model } = requireAt(items, 0).target
  const { services } = asked
  // A field that only logic writes comes back with the value that it had last, as by a restore.
  for (const item of items) refuseOlder(item, asked.authorization)
  const { rights } = asked.authorization
  if (rights.isReserved(model, 'create')) throw notPermitted('create', model, rights)
  const authorization = { ...asked.authorization, rights: rights.forLogic() }
  const tx = { ...asked, authorization }
  const mayRestoreAll = mayRestore(model, ['update', 'create'], authorization.rights)
  if (!mayRestoreAll && isBuiltIn(model.name)) throw notPermitted('create', model, rights)
  const whole = { ...serviceAuthorization(services.models), userId: authorization.userId }
  const by = mayRestoreAll ? tx : { ...tx, authorization: whole }
  const recreations: Recreated[] = []
  for (const { target, past, undo, context } of items) {
    if (undo.is !== 'recreate') throw new TypeError('Only a deleted record can be recreated.')
    const { links, missing } = await findLinkable(findOldLinks(model, undo.state), by)
    const old = { ...toDeletedValues(model, undo.state, services.models, authorization), links }
    const { id } = target
    const version = lastVersion(past) ?? 0
    const own = { model, id, version, context: { ...context, authorization: by.authorization }, path: '' }
    recreations.push({ item: toRecreation(own, past, old), past, missing: mayRestoreAll ? missing : undefined })
  }
  const written = await recreateAll(recreations, by, authorization)
  if (!mayRestoreAll) await refuseExcessive(model, recreations, tx)
  return recreations.map(({ item: { recreation }, missing }, index) => {
    const { version } = requireAt(written, index)
    const record = { model: model.name, id: recreation.id, version }
    const conflicts = toMissing(missing)
    return {
      record: { ...record, operation: 'restore' },
      clashes: conflicts.length > 0 ? [{ ...record, reason: 'changed', conflicts }] : [],
    }
  })
}

/** Refuses values of fields that only logic writes, if the deleted record did not have them last. */
function refuseOlder({ target: { model }, past, undo }: UndoItem, { rights }: Authorization): void {
  const reserved = rights.reservedOf(model)
  if (undo.is !== 'recreate' || reserved.length === 0) return
  const last = findStateBefore(past, lastVersion(past) ?? 0)
  const older = reserved.filter((name) => !isDeepStrictEqual(undo.state[name], last?.[name]))
  if (older.length > 0) throw new Failure('not-permitted', writtenByLogic(older), { data: { fields: older } })
}

/** A refusal names only the fields that the caller may read. */
async function recreateAll(
  recreations: readonly Recreated[],
  by: WriteTransaction,
  asker: Authorization,
): Promise<Stored[]> {
  const { past, item } = requireAt(recreations, 0)
  try {
    return await recreateRecords(
      recreations.map((one) => one.item),
      by,
      asker,
    )
  } catch (error) {
    const isOfValues = error instanceof Failure && (error.code === 'invalid-record' || isClash(error.code))
    if (!isOfValues || !past.readable) throw error
    const errors = Object.entries(error.details.errors ?? {}).filter(([field]) => past.readable?.has(field))
    const message = `The record of ${item.recreation.model.name} can't come back with the values that it had.`
    throw new Failure('invalid-record', message, { errors: Object.fromEntries(errors) })
  }
}

/** Refuses records that the caller might not create with the values that they know. */
async function refuseExcessive(model: Model, recreations: readonly Recreated[], tx: WriteTransaction): Promise<void> {
  const ids = recreations.map(({ item }) => item.recreation.id)
  const verdicts = await evaluateRules(model, ids, 'create', tx)
  for (const { item, past } of recreations) {
    const { id, fields, values, context } = item.recreation
    const isRead = (name: string) => past.readable?.has(name) ?? true
    const given = fields.filter(({ name }, index) => values[index] !== null && isRead(name)).map(({ name }) => name)
    const relations = item.links.filter(({ relation, ids: linked }) => linked.length > 0 && isRead(relation.name))
    const plan = { operation: 'create', model, context, fields, values, given, relations } as const
    const { rights } = tx.authorization
    refuseExcess(plan, [requireVerdict(verdicts.get(id), model, id, 'create', rights)], rights)
  }
}
