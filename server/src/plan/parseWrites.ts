import type { Sent } from '../call/Sent.ts'
import type { Field } from '../model/field/Field.ts'
import { defaultFor, isVariableDefault } from '../model/defaults.ts'
import { builtInFields, type Model } from '../model/Model.ts'
import { membersOf } from '../model/members.ts'
import { isNumbered } from '../model/seriesOf.ts'
import { notPermitted } from '../permission/permit.ts'
import type { CreatePlan, SentNumber, UpdatePlan } from './Plan.ts'
import { addUnknownFaults, parseValue, parseValues, writableFields } from './parseRecord.ts'
import { toChange } from './toChange.ts'
import { type MemberContext, parseRelations } from './relations.ts'
import { withArchiver } from './withArchiver.ts'

/** A version that no record ever has: a change at this version always conflicts. */
export const noVersion = -1

/** Plans a create, or an update if the record names its id. Faults are collected, not thrown. */
export function planWrite(sent: Sent, at: MemberContext): CreatePlan | UpdatePlan {
  return Object.hasOwn(sent, 'id') ? planChange(sent, at) : planNew(sent, at)
}

const assigned = ['id', 'version']

/** Plans a new record, with defaults filled in. */
export function planNew(sent: Sent, at: MemberContext): CreatePlan {
  const { model, context, faults, path } = at
  for (const member of assigned)
    if (Object.hasOwn(sent, member))
      faults.set(`${path}${member}`, 'is assigned by the service: leave it out of a new record')
  const fields = writableFields(model)
  const known = context.authorization.rights.forWriting(model)
  const valueOf = (field: Field) => {
    const isKnown = known === model || known.fields.includes(field)
    const value =
      isKnown && Object.hasOwn(sent, field.name) ? sent[field.name] : defaultFor(field, context.authorization)
    if (value !== undefined || !field.required) return value
    if (!isKnown) throw notPermitted('create', model, context.authorization.rights)
    if (isVariableDefault(field))
      faults.set(`${path}${field.name}`, 'is required, and there is no user who could be the default')
    return value
  }
  const parsed = parseValues(fields, valueOf, at)
  addUnknownFaults(sent, known, [], faults, path)
  const relations = parseRelations(sent, at, planWrite)
  const given: string[] = []
  for (const { name } of fields) if (Object.hasOwn(sent, name)) given.push(name)
  const written = withArchiver({ fields, ...parsed }, model, context.authorization.userId)
  return { operation: 'create', model, context, ...written, given, relations }
}

/** Plans a change to a record that names its id and version. */
export function planChange(sent: Sent, at: MemberContext): UpdatePlan {
  const { model, context, faults, path, parentField } = at
  const version = parseWhole(sent, 'version', 0, at) ?? noVersion
  const id = parseWhole(sent, 'id', 1, at) ?? 0
  const known = context.authorization.rights.forWriting(model)
  const fields = writableFields(known).filter(({ name }) => Object.hasOwn(sent, name) && name !== parentField)
  const parsed = parseValues(fields, (field) => sent[field.name], { ...at, isChange: true })
  const numbers = parseNumbers(sent, known, at)
  addUnknownFaults(sent, known, [...builtInFields, ...numbers.map(({ field }) => field.name)], faults, path)
  const relations = parseRelations(sent, at, planWrite)
  const sentNumbers = numbers.length === 0 ? {} : { numbers }
  return toChange({ model, id, version, context, fields, ...parsed, ...sentNumbers, relations })
}

/** A client may send a record back as it read it, with its numbers. */
function parseNumbers(sent: Sent, known: Model, { models, faults, path }: MemberContext): SentNumber[] {
  if (membersOf(known).numbered.size === 0) return []
  return known.fields
    .filter((field) => isNumbered(field) && Object.hasOwn(sent, field.name))
    .map((field) => ({ field, value: parseValue(field, sent[field.name], models, faults, path) }))
}

function parseWhole(sent: Sent, member: string, min: number, { faults, path }: MemberContext): number | undefined {
  const value = sent[member]
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= min) return value
  faults.set(`${path}${member}`, value === undefined ? 'is required' : `must be a whole number from ${min} on`)
  return undefined
}
