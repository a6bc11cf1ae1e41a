import type { Sent } from '../call/Sent.ts'
import { builtInFields } from '../model/Model.ts'
import { notPermitted } from '../permission/permit.ts'
import { type CreatePlan, noVersion, type UpdatePlan } from './Plan.ts'
import { noteUnknown, readValue, writableFields } from './readRecord.ts'
import { toChange } from './toChange.ts'
import { type MemberContext, readRelations } from './relations.ts'

/** Reads a record that is to be created, or changed where it names its id. Faults are noted, not thrown. */
export function readWrite(sent: Sent, at: MemberContext): CreatePlan | UpdatePlan {
  return Object.hasOwn(sent, 'id') ? readUpdate(sent, at) : readCreate(sent, at)
}

/** Reads a new record: defaults filled in. */
export function readCreate(sent: Sent, at: MemberContext): CreatePlan {
  const { model, models, context, faults, path, parentField } = at
  for (const member of ['id', 'version'])
    if (Object.hasOwn(sent, member))
      faults.set(`${path}${member}`, 'is assigned by the service: leave it out of a new record')
  const fields = writableFields(model)
  const known = context.authorization.rights.forWriting(model)
  const values = fields.map((field) => {
    if (field.name === parentField) return null
    const isKnown = known.fields.includes(field)
    const value = isKnown && Object.hasOwn(sent, field.name) ? sent[field.name] : field.default
    if (field.required && value === undefined && !isKnown) throw notPermitted('create', model)
    return readValue(field, value, models, faults, path)
  })
  noteUnknown(sent, known, [], faults, path)
  const relations = readRelations(sent, at, readWrite)
  const given = fields.map(({ name }) => name).filter((name) => Object.hasOwn(sent, name))
  return { operation: 'create', model, context, fields, values, given, relations }
}

/** Reads a change of a record that names its id and version. */
export function readUpdate(sent: Sent, at: MemberContext): UpdatePlan {
  const { model, models, context, faults, path, parentField } = at
  const version = readWhole(sent, 'version', 0, at) ?? noVersion
  const id = readWhole(sent, 'id', 1, at) ?? 0
  const known = context.authorization.rights.forWriting(model)
  const fields = writableFields(known).filter(({ name }) => Object.hasOwn(sent, name) && name !== parentField)
  const values = fields.map((field) => readValue(field, sent[field.name], models, faults, path))
  noteUnknown(sent, known, builtInFields, faults, path)
  const relations = readRelations(sent, at, readWrite)
  return toChange({ model, id, version, context, fields, values, relations })
}

function readWhole(sent: Sent, member: string, least: number, { faults, path }: MemberContext): number | undefined {
  const value = sent[member]
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= least) return value
  faults.set(`${path}${member}`, value === undefined ? 'is required' : `must be a whole number from ${least} on`)
  return undefined
}
