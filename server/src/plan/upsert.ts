import type { Sent } from '../call/Sent.ts'
import { Failure } from '../failure/failure.ts'
import type { Field } from '../model/field/Field.ts'
import { typeOf } from '../model/field/fieldTypes.ts'
import type { ColumnValue } from '../model/field/FieldType.ts'
import type { Model } from '../model/Model.ts'
import type { Models } from '../model/Models.ts'
import { describeKeys, findPartialKey, type UniqueKey, uniqueKeysOf } from '../model/uniqueKeys.ts'
import { type BulkContext, parseRecords } from './bulk.ts'
import { Faults, refuseFaults } from './Faults.ts'
import { isLookup, type Lookup, lookupText, lookupValues } from './Lookup.ts'
import type { CreatePlan, UpdatePlan } from './Plan.ts'
import { addRepeatedFaults } from './parseRecord.ts'
import { noVersion, planChange, planNew } from './parseWrites.ts'
import type { MemberContext } from './relations.ts'
import { PlannedRows } from './RefusedRows.ts'
import type { UpsertPlan, UpsertRecord } from './UpsertPlan.ts'

/** What an upsert has besides its records. */
export interface UpsertRequest {
  readonly records: unknown
  readonly key: unknown
  readonly isSingle: boolean
}

/** Plans records that are created or updated by their key. Reports all faults of all records at once. */
export function planUpsert({ records, key: sentKey, isSingle }: UpsertRequest, bulk: BulkContext): UpsertPlan {
  const { model, models, context, maxRecords } = bulk
  const key = requireKey(sentKey, model, bulk)
  const faults = new Faults()
  const { authorization, requestId, dryRun } = context
  const at = { model, models, context: { authorization, requestId, dryRun }, faults }
  const rows = new PlannedRows<UpsertRecord | UpdatePlan>(faults)
  for (const [index, sent] of parseRecords(records, isSingle ? 1 : maxRecords, faults).entries()) {
    const plan = () => sent && planOne(sent, key, { ...at, path: isSingle ? '' : `${index}.` })
    const alone = isSingle ? plan() : undefined
    rows.add(alone ? () => alone : plan)
  }
  addRepeatedFaults(
    rows.all.map((plan) => (plan?.operation === 'update' ? plan.id : undefined)),
    faults,
  )
  addRepeatedKeys(rows.all, key, faults)
  if (isSingle) refuseFaults(faults)
  const refused = rows.toRefused()
  const names = key.map(({ name }) => name)
  const planned = refused ? [] : rows.all.filter((plan) => plan !== undefined)
  return {
    operation: 'upsert',
    model,
    key: names,
    records: planned,
    ...(refused ? { refused } : {}),
    isSingle,
    context,
  }
}

/** The key among those that the caller may read: another one could tell what the caller may not see. */
function requireKey(sent: unknown, model: Model, { context }: BulkContext): UniqueKey {
  const seen = context.authorization.rights.visibility.models.find(model.name)
  const keys = (seen ? uniqueKeysOf(seen) : []).filter((fields) => fields.every((field) => typeOf(field).writable))
  const names = Array.isArray(sent) ? sent : []
  const found = keys.find((key) => key.length === names.length && key.every(({ name }) => names.includes(name)))
  if (found && new Set(names).size === names.length) return found
  const partial = seen && findPartialKey(names, seen)
  if (partial) throw new Failure('invalid-parameter', `The key can't be used: ${partial}.`)
  const known =
    keys.length === 0 ? `${model.name} has none that you may use.` : `${model.name} has ${describeKeys(keys)}.`
  throw new Failure(
    'invalid-parameter',
    `The key must be the name of a unique field, or the names of all fields of a unique group: ${known}`,
  )
}

function planOne(sent: Sent, key: UniqueKey, at: MemberContext): UpsertRecord | UpdatePlan {
  const { model, faults, path } = at
  if (Object.hasOwn(sent, 'id')) return planChange(sent, at)
  const version = sent['version'] ?? undefined
  const whole = planChange({ ...sent, id: 1, version: version ?? 0 }, at)
  for (const { name } of key) {
    if ((sent[name] ?? null) === null) faults.set(`${path}${name}`, 'is required: it is the key of the record')
    if (whole.increments?.includes(name)) faults.set(`${path}${name}`, 'is the key of the record: send its value')
  }
  return {
    operation: 'upsert',
    path,
    key: { target: model.name, key: key.map((field) => toPart(field, whole)) },
    version: version === undefined ? undefined : whole.version,
    change: withoutFields(whole, key),
    sent,
  }
}

/** The value of a field of the key as it was parsed. */
function toPart(field: Field, { fields, values, lookups }: UpdatePlan): Lookup['key'][number] {
  const index = fields.findIndex(({ name }) => name === field.name)
  const lookup = lookups?.find((one) => one.field === field.name)?.lookup
  return { field, value: lookup ?? values[index] ?? null }
}

/** The change without the key, of no record yet: the one that is found by the key has these values already. */
function withoutFields(plan: UpdatePlan, key: UniqueKey): UpdatePlan {
  const isKey = (name: string) => key.some((field) => field.name === name)
  const [fields, values]: [Field[], ColumnValue[]] = [[], []]
  for (const [index, field] of plan.fields.entries()) {
    if (isKey(field.name)) continue
    fields.push(field)
    values.push(plan.values[index] ?? null)
  }
  const lookups = plan.lookups?.filter(({ field }) => !isKey(field))
  return { ...plan, fields, values, lookups: lookups?.length === 0 ? undefined : lookups, id: 0, version: noVersion }
}

/**
 * Plans the records whose keys are not known as new ones. What is wrong with them only as new records, such as a
 * missing value, is reported now, for all of them at once.
 */
export function planCreations(
  records: readonly UpsertRecord[],
  plan: UpsertPlan,
  models: Models,
): Map<UpsertRecord, CreatePlan> {
  const faults = new Faults()
  const plans = records.map((record) => [record, planCreation(record, plan, models, faults)] as const)
  refuseFaults(faults)
  return new Map(plans)
}

/** Plans a record as a new one. Faults are collected, not thrown. */
export function planCreation(
  { sent, path }: UpsertRecord,
  { model, context, selection }: UpsertPlan,
  models: Models,
  faults: Faults,
): CreatePlan {
  const { version: _, ...members } = sent
  const { authorization, requestId, dryRun } = context
  const plan = planNew(members, { model, models, context: { authorization, requestId, dryRun }, faults, path })
  return { ...plan, ...(selection ? { selection } : {}) }
}

function addRepeatedKeys(
  plans: readonly (UpsertRecord | UpdatePlan | undefined)[],
  [first]: UniqueKey,
  faults: Faults,
): void {
  const seen = new Map<ColumnValue, number>()
  for (const [index, plan] of plans.entries()) {
    if (plan?.operation !== 'upsert') continue
    const [only, ...others] = plan.key.key
    const isPlain = only && others.length === 0 && !isLookup(only.value)
    const own = isPlain ? only.value : JSON.stringify([lookupText(plan.key), ...lookupValues(plan.key)])
    const earlier = seen.get(own)
    if (earlier === undefined) seen.set(own, index)
    else if (!faults.has(`${plan.path}${first?.name}`)) faults.set(`${plan.path}${first?.name}`, repeatsKey(earlier))
  }
}

/** What is wrong with a record that has the key of an earlier one. */
export function repeatsKey(earlier: number): string {
  return `repeats the key of record ${earlier}: send each record once`
}
