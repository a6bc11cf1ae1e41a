import type { Sent } from '../call/Sent.ts'
import { Failure } from '../failure.ts'
import type { Model } from '../model/Model.ts'
import type { Models } from '../model/Models.ts'
import type { SaveManyPlan, UpdateMatchingPlan, DeleteManyPlan, WriteContext } from './Plan.ts'
import type { Condition } from '../criteria/Condition.ts'
import { parseCondition } from '../criteria/parseCondition.ts'
import type { Authorization } from '../permission/Authorization.ts'
import { Faults, refuseFaults } from './Faults.ts'
import { noteRepeated, noteUnknown, parseValue, writableFields } from './parseRecord.ts'
import { planWrite } from './parseWrites.ts'

/** What every bulk write is planned with. */
interface Surroundings {
  readonly model: Model
  readonly models: Models
  readonly context: WriteContext
  /** Records in one call at most. */
  readonly most: number
}

/**
 * Plans many creates and updates that happen together or not at all. All faults of all records are reported at once.
 */
export function planSaveMany(records: unknown, { model, models, context, most }: Surroundings): SaveManyPlan {
  const faults = new Faults()
  const { authorization, requestId, dryRun } = context
  const at = { model, models, context: { authorization, requestId, dryRun }, faults }
  const plans = parseRecords(records, most, faults).map(
    (sent, index) => sent && planWrite(sent, { ...at, path: `${index}.` }),
  )
  const ids = plans.map((plan) => (plan?.operation === 'update' ? plan.id : undefined))
  noteRepeated(ids, faults)
  refuseFaults(faults)
  return { operation: 'saveMany', model, plans: plans.filter((plan) => plan !== undefined), context }
}

/** Plans the end of many records, each at the version that is named. */
export function planDeleteMany(records: unknown, { model, context, most }: Surroundings): DeleteManyPlan {
  const faults = new Faults()
  const targets = parseRecords(records, most, faults).map((sent, index) => {
    if (!sent) return { id: 0, version: 0 }
    for (const [member, least] of [
      ['id', 1],
      ['version', 0],
    ] as const)
      if (!isWhole(sent[member], least))
        faults.set(
          `${index}.${member}`,
          sent[member] === undefined ? 'is required' : `must be a whole number from ${least} on`,
        )
    for (const member of Object.keys(sent))
      if (member !== 'id' && member !== 'version')
        faults.set(`${index}.${member.slice(0, 100)}`, 'is not known here: a removal names id and version')
    return { id: Number(sent['id']), version: Number(sent['version']) }
  })
  noteRepeated(
    targets.map(({ id }) => id),
    faults,
  )
  refuseFaults(faults)
  return { operation: 'deleteMany', model, targets, context }
}

/** Plans one change of all records that meet a condition. */
export function planUpdateMatching(
  sent: { criteria: unknown; values: unknown; maxAffected: unknown },
  { model, models, context, most }: Surroundings,
): UpdateMatchingPlan {
  const { criteria, values, maxAffected } = sent
  if (typeof maxAffected !== 'number' || !Number.isSafeInteger(maxAffected) || maxAffected < 1 || maxAffected > most)
    throw new Failure('invalid-parameter', toMaxAffectedFault(maxAffected, most))
  if (criteria === undefined || criteria === null)
    throw new Failure(
      'invalid-parameter',
      'The member data is required: the criteria of the records to change, or {} for all of them.',
    )
  if (typeof values !== 'object' || values === null || Array.isArray(values))
    throw new Failure('invalid-record', 'The member values must be an object with the fields to change.', {
      errors: { values: 'must be an object' },
    })
  const faults = new Faults()
  const given = values as Sent
  const known = context.authorization.rights.forWriting(model)
  const fields = writableFields(known).filter(({ name }) => Object.hasOwn(given, name))
  const read = fields.map((field) => parseValue(field, given[field.name], models, faults, ''))
  noteUnknown(given, { ...known, relations: [] }, [], faults, '')
  if (fields.length === 0 && faults.size === 0) faults.set('values', 'must name at least one field to change')
  refuseFaults(faults)
  return {
    operation: 'updateMatching',
    model,
    condition: parseSeenCondition(criteria, model, context.authorization),
    fields,
    values: read,
    most: maxAffected,
    context,
  }
}

function toMaxAffectedFault(maxAffected: unknown, most: number): string {
  return maxAffected === undefined || maxAffected === null
    ? `The member maxAffected is required: the number of records, from 1 to ${most}, beyond which nothing is changed.`
    : `The member maxAffected may be 1 to ${most}, and is ${JSON.stringify(maxAffected).slice(0, 100)}.`
}

/** Nobody can ask for what they do not see. */
function parseSeenCondition(criteria: unknown, model: Model, { rights }: Authorization): Condition {
  const { models } = rights.visibility
  return parseCondition(criteria, models.require(model.name), models)
}

/** The records that were sent; undefined in the place of what is none, which is a fault. */
function parseRecords(records: unknown, most: number, faults: Faults): (Sent | undefined)[] {
  if (!Array.isArray(records) || records.length === 0 || records.length > most) {
    const fault =
      Array.isArray(records) && records.length > most
        ? `must have at most ${most} records`
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

function isWhole(value: unknown, least: number): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= least
}
