import type { Sent } from '../call/Sent.ts'
import { Failure } from '../failure/failure.ts'
import type { Model } from '../model/Model.ts'
import type { Models } from '../model/Models.ts'
import type { SaveManyPlan, UpdateMatchingPlan, DeleteManyPlan } from './BulkPlan.ts'
import type { CreatePlan, UpdatePlan, WriteContext } from './Plan.ts'
import type { Condition } from '../criteria/Condition.ts'
import { withArchived } from '../criteria/archived.ts'
import { parseCondition } from '../criteria/parseCondition.ts'
import type { Authorization } from '../permission/Authorization.ts'
import { Faults, refuseFaults } from './Faults.ts'
import { addRepeatedFaults, addUnknownFaults, parseValues, writableFields } from './parseRecord.ts'
import { parseShow } from './parseShow.ts'
import { planWrite } from './parseWrites.ts'
import { PlannedRows } from './RefusedRows.ts'

/** What planning any bulk write needs. */
export interface BulkContext {
  readonly model: Model
  readonly models: Models
  readonly context: WriteContext
  /** The most records of one call. */
  readonly maxRecords: number
}

/** Plans creates and updates that are done all together or not at all. Reports all faults of all records at once. */
export function planSaveMany(
  records: unknown,
  { model, models, context, maxRecords }: BulkContext,
  { show, ...shown }: Pick<SaveManyPlan, 'selection'> & { readonly show?: unknown } = {},
): SaveManyPlan {
  const faults = new Faults()
  const { authorization, requestId, dryRun } = context
  const changes = parseShow(show, dryRun, maxRecords)
  const at = { model, models, context: { authorization, requestId, dryRun }, faults }
  const rows = new PlannedRows<CreatePlan | UpdatePlan>(faults)
  for (const [index, sent] of parseRecords(records, maxRecords, faults).entries())
    rows.add(() => sent && planWrite(sent, { ...at, path: `${index}.` }))
  addRepeatedFaults(
    rows.all.map((plan) => (plan?.operation === 'update' ? plan.id : undefined)),
    faults,
  )
  const refused = rows.toRefused()
  const plans = refused ? [] : rows.all.flatMap((plan) => (plan ? [{ ...plan, ...shown }] : []))
  return { operation: 'saveMany', model, plans, ...(refused ? { refused } : {}), ...shown, ...changes, context }
}

/** Plans the deletion of many records, each at its named version. */
export function planDeleteMany(
  records: unknown,
  { model, context, maxRecords }: BulkContext,
  show?: unknown,
): DeleteManyPlan {
  const faults = new Faults()
  const titles = parseShow(show, context.dryRun, maxRecords)
  const targets = parseRecords(records, maxRecords, faults).map((sent, index) =>
    sent ? parseTarget(sent, `${index}.`, faults) : { id: 0, version: 0 },
  )
  addRepeatedFaults(
    targets.map(({ id }) => id),
    faults,
  )
  refuseFaults(faults)
  return { operation: 'deleteMany', model, targets, ...titles, context }
}

/** Parses the id and the version of a record to delete. */
export function parseTarget(sent: Sent, path: string, faults: Faults): { id: number; version: number } {
  for (const [member, min] of [
    ['id', 1],
    ['version', 0],
  ] as const)
    if (!isWhole(sent[member], min))
      faults.set(
        `${path}${member}`,
        sent[member] === undefined ? 'is required' : `must be a whole number from ${min} on`,
      )
  for (const member of Object.keys(sent))
    if (member !== 'id' && member !== 'version')
      faults.set(`${path}${member.slice(0, 100)}`, 'is not known here: a delete takes only id and version')
  return { id: Number(sent['id']), version: Number(sent['version']) }
}

/** Plans the same change to all records that meet a condition. */
export function planUpdateMatching(
  sent: { criteria: unknown; values: unknown; maxAffected: unknown; show?: unknown },
  { model, models, context, maxRecords }: BulkContext,
): UpdateMatchingPlan {
  const { criteria, values, maxAffected } = sent
  if (
    typeof maxAffected !== 'number' ||
    !Number.isSafeInteger(maxAffected) ||
    maxAffected < 1 ||
    maxAffected > maxRecords
  )
    throw new Failure('invalid-parameter', toMaxAffectedFault(maxAffected, maxRecords))
  if (criteria === undefined || criteria === null)
    throw new Failure(
      'invalid-parameter',
      'The member data is required: the criteria of the records to change, or {} for all of them.',
    )
  if (typeof values !== 'object' || values === null || Array.isArray(values))
    throw new Failure('invalid-record', 'The member values must be an object with the fields to change.', {
      errors: { values: 'must be an object' },
    })
  const changes = parseShow(sent.show, context.dryRun, maxRecords)
  const faults = new Faults()
  const given = values as Sent
  const known = context.authorization.rights.forWriting(model)
  const fields = writableFields(known).filter(({ name }) => Object.hasOwn(given, name))
  const parsed = parseValues(fields, (field) => given[field.name], {
    model,
    models,
    context,
    faults,
    path: '',
    isChange: true,
  })
  addUnknownFaults(given, { ...known, relations: [] }, [], faults, '')
  if (fields.length === 0 && faults.size === 0) faults.set('values', 'must name at least one field to change')
  refuseFaults(faults)
  return {
    operation: 'updateMatching',
    model,
    condition: withArchived(parseSeenCondition(criteria, model, context.authorization), model, undefined),
    fields,
    ...parsed,
    maxAffected,
    ...changes,
    context,
  }
}

function toMaxAffectedFault(maxAffected: unknown, maxRecords: number): string {
  return maxAffected === undefined || maxAffected === null
    ? 'The member maxAffected is required: ' +
        `the number of records, from 1 to ${maxRecords}, beyond which nothing is changed.`
    : `The member maxAffected must be from 1 to ${maxRecords}, and is ${JSON.stringify(maxAffected).slice(0, 100)}.`
}

/** Parses criteria over the fields that the caller sees, and no others. */
function parseSeenCondition(criteria: unknown, model: Model, { rights }: Authorization): Condition {
  const { models } = rights.visibility
  return parseCondition(criteria, models.require(model.name), models)
}

/** Returns the sent records. An item that is not an object becomes undefined, and a fault is added. */
export function parseRecords(records: unknown, maxRecords: number, faults: Faults): (Sent | undefined)[] {
  if (!Array.isArray(records) || records.length === 0 || records.length > maxRecords) {
    const fault =
      Array.isArray(records) && records.length > maxRecords
        ? `must have at most ${maxRecords} records`
        : 'must be an array of at least one record'
    throw new Failure('invalid-record', `The request was not accepted: records ${fault}.`, {
      errors: { records: fault },
    })
  }
  return records.map((record: unknown, index) => {
    if (typeof record === 'object' && record !== null && !Array.isArray(record)) return record as Sent
    faults.set(String(index), 'must be an object with the fields of a record')
    return undefined
  })
}

function isWhole(value: unknown, min: number): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= min
}
