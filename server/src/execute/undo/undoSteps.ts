import { requireAt } from '../../failure/invariant.ts'
import type { Model } from '../../model/Model.ts'
import type { Models } from '../../model/Models.ts'
import type { WriteContext } from '../../plan/Plan.ts'
import { closedFieldsOf } from '../../permission/ownRules.ts'
import { toChange } from '../../plan/toChange.ts'
import { stillReferenced } from '../../statement/refusal/stillReferenced.ts'
import { lockLinkersStatement, lockReferrersStatement, readLinksStatement } from '../../statement/links.ts'
import type { Past, PlainRecord } from '../../versions/Past.ts'
import { Increment } from '../../versions/plainValues.ts'
import type { LinkChange, Undo } from '../../versions/toUndo.ts'
import { toShownClash } from '../conflict.ts'
import { toIncrement } from '../merge.ts'
import { toOldValues } from '../oldValues.ts'
import { findLinkable, type LinksWrite } from '../write/restore/recreateRecords.ts'
import { visibleAmong } from '../write/record/rowRules.ts'
import type { WriteItem } from '../write/record/WriteItem.ts'
import type { WriteTransaction } from '../write/WriteTransaction.ts'
import type { UndoClash, UndoneRecord, UndoTarget } from './UndoResult.ts'

/** A record, its past, and what undoes its writes. */
export interface UndoItem {
  readonly target: UndoTarget
  readonly past: Past
  readonly undo: Undo
  readonly context: WriteContext
}

/** What became of a record: what was written, and what was left as it is. */
export interface Undone {
  readonly record?: UndoneRecord
  readonly clashes: readonly UndoClash[]
}

/** Deletes records that were created, unless records that the caller sees refer to them. */
export async function deleteAgain(items: readonly UndoItem[], tx: WriteTransaction): Promise<Undone[]> {
  const { target, context } = requireAt(items, 0)
  const { model } = target
  await refuseReferred(items, tx)
  const targets = items.map(({ target: { id }, past }) => ({ id, version: past.current?.version ?? null, path: '' }))
  await tx.remove(model, targets, context)
  return targets.map(({ id, version }) => ({
    record: { model: model.name, id, version: (version ?? 0) + 1, operation: 'delete' },
    clashes: [],
  }))
}

/**
 * A model may declare that a delete clears or deletes the records that refer to it. An undo does not do that to those
 * that were written since, limited to what the caller sees. What the caller does not see is treated as the model
 * declares, as by a delete: anything else would tell that it exists.
 */
async function refuseReferred(items: readonly UndoItem[], tx: WriteTransaction): Promise<void> {
  const { model } = requireAt(items, 0).target
  const { models, maxBulk } = tx.services
  const ids = items.map(({ target: { id } }) => id)
  for (const { model: other, field } of models.referrersOf(model)) {
    const rows = await tx.transaction.run(lockReferrersStatement(other, field.name, ids, maxBulk))
    await refuseSeen(other, rows, field.name)
  }
  for (const linker of models.linkersOf(model)) {
    const rows = await tx.transaction.run(lockLinkersStatement(linker, ids, maxBulk))
    await refuseSeen(linker.model, rows, linker.relation.name)
  }

  async function refuseSeen(other: typeof model, rows: readonly (readonly (string | null)[])[], name: string) {
    const referrers = rows.map(([id]) => Number(id)).filter((id) => other.name !== model.name || !ids.includes(id))
    const seen = await visibleAmong(other, referrers, tx, { field: name })
    if (seen.size > 0) throw stillReferenced([`${other.name}.${name}`], tx.authorization)
  }
}

/** Gives records the values and links that they had, except those that clash and those that only logic writes. */
export async function changeBack(items: readonly UndoItem[], tx: WriteTransaction): Promise<Undone[]> {
  const changes: { readonly write: WriteItem | undefined; readonly clashes: readonly UndoClash[] }[] = []
  for (const item of items) changes.push(await toChangeBack(item, tx))
  const written = await tx.write(changes.flatMap(({ write }) => write ?? []))
  return items.map(({ target: { model, id } }, index) => {
    const { write, clashes } = requireAt(changes, index)
    const version = write && requireAt(written, changes.slice(0, index).filter((one) => one.write).length).version
    return {
      ...(version === undefined ? {} : { record: { model: model.name, id, version, operation: 'update' } }),
      clashes,
    }
  })
}

async function toChangeBack({ target, past, undo, context }: UndoItem, tx: WriteTransaction) {
  const { model, id } = target
  if (undo.is !== 'update' || !past.current) throw new TypeError('Only a change of a record can be changed back.')
  const reserved = new Set(tx.authorization.rights.reservedOf(model))
  const closed = closedFieldsOf(model.name, 'update')
  const own = Object.entries(undo.values).filter(([name]) => !reserved.has(name))
  const { fields, values, increments } = toValuesBack(model, Object.fromEntries(own), tx.services.models)
  const links = undo.links.filter(({ relation }) => !reserved.has(relation.name))
  const { relations, conflicts } = await toLinksBack(target, links, tx)
  const changed = [
    ...undo.clashes.map((clash) => toShownClash(clash, model, () => false)),
    ...undo.secrets
      .filter((field) => !closed.includes(field))
      .map((field) => ({ field, secret: true, by: null, on: null })),
    ...conflicts,
  ]
  const { version } = past.current
  const isChange = fields.length + relations.length > 0
  const plan = toChange({
    model,
    id,
    version,
    context,
    fields,
    values,
    ...(increments.length === 0 ? {} : { increments }),
    relations,
    journaledAs: 'restore',
    ...(version === target.last ? { undoesLast: true } : {}),
    answers: 'nothing',
  })
  const only = [...Object.keys(undo.values), ...undo.links.map(({ relation }) => relation.name)].filter((name) =>
    reserved.has(name),
  )
  const record = { model: model.name, id, version }
  const clashes: UndoClash[] = []
  if (changed.length > 0) clashes.push({ ...record, reason: 'changed', conflicts: changed })
  if (only.length > 0) clashes.push({ ...record, reason: 'only', fields: only, message: writtenByLogic(only) })
  return { write: isChange ? { plan, path: '' } : undefined, clashes }
}

/** The values that go back, and what is added to those that are there. */
function toValuesBack(model: Model, back: PlainRecord, models: Models) {
  const isAdded = (name: string) => back[name] instanceof Increment
  const whole = Object.fromEntries(Object.entries(back).filter(([name]) => !isAdded(name)))
  const { fields, values } = toOldValues(model, whole, models)
  const added = model.fields.filter(({ name }) => isAdded(name))
  return {
    fields: [...fields, ...added],
    values: [...values, ...added.map((field) => toIncrement(field, back[field.name]) ?? null)],
    increments: added.map(({ name }) => name),
  }
}

/** The message about fields that do not go back because only logic writes them. */
export function writtenByLogic(names: readonly string[]): string {
  return `Only actions write ${names.join(', ')}: run one instead. GET /ws/meta/actions lists those that you may run.`
}

/** Takes back what was added and adds what was removed. Records that are gone can't be linked again. */
async function toLinksBack({ model, id }: UndoTarget, changes: readonly LinkChange[], tx: WriteTransaction) {
  const relations: LinksWrite[] = []
  const conflicts: object[] = []
  for (const { relation, added, removed } of changes) {
    const rows = await tx.transaction.run(readLinksStatement(model, relation, [id]))
    const current = rows.map(([, linked]) => Number(linked))
    const seen = await visibleAmong(tx.services.models.get(relation.target), current, tx)
    const { links, missing } = await findLinkable([{ relation, ids: removed }], tx)
    const left = current.filter((linked) => seen.has(linked) && !added.includes(linked))
    const ids = [...new Set([...left, ...requireAt(links, 0).ids])].sort((a, b) => a - b)
    if (ids.join() !== current.filter((linked) => seen.has(linked)).join()) relations.push({ relation, ids })
    conflicts.push(...toMissing(missing))
  }
  return { relations, conflicts }
}

export type Missing = Readonly<Record<string, readonly number[]>> | undefined

export function toMissing(missing: Missing): object[] {
  return Object.entries(missing ?? {}).map(([field, ids]) => ({ field, missing: ids, by: null, on: null }))
}
