import { computedByWrite, defaultFor, momentOfWrite } from '../model/defaults.ts'
import { hasExpression } from '../model/expressionDefaults.ts'
import type { Field } from '../model/field/Field.ts'
import { typeOf } from '../model/field/fieldTypes.ts'
import type { ColumnValue } from '../model/field/FieldType.ts'
import type { Model } from '../model/Model.ts'
import type { Models } from '../model/Models.ts'
import type { LinksRelation } from '../model/relation/links.ts'
import { maxMembers } from '../model/relation/Relation.ts'
import { dayIn } from '../text/timeZone.ts'
import { Faults } from './Faults.ts'

/** What reading the input of logic needs besides it. */
export interface FormContext {
  readonly models: Models
  /** The caller, for defaults. */
  readonly userId: number | null
  /** The moment of the call, for defaults. */
  readonly moment: Date
}

/** The values of all fields of a form. */
export type FormValues = Readonly<Record<string, unknown>>

/**
 * Reads the values for the fields that logic takes or gives, as a record's are read: every field is present, with its
 * default or null, texts are tidied, and references keep the version that was sent. Fields in `unsent` get theirs from
 * an expression later.
 */
export function parseForm(sent: Readonly<Record<string, unknown>>, form: Model, context: FormContext) {
  const faults = new Faults()
  const values: Record<string, unknown> = {}
  for (const field of form.fields) values[field.name] = parseField(sent, field, context, faults)
  const isUnsent = (field: Field) => hasExpression(field) && sent[field.name] === undefined
  const unsent = form.fields.filter(isUnsent).map(({ name }) => name)
  for (const relation of form.relations)
    if (relation.type === 'links') values[relation.name] = parseLinks(sent[relation.name], relation, context, faults)
  const known = [...form.fields, ...form.relations].map(({ name }) => name)
  for (const member of Object.keys(sent))
    if (!known.includes(member))
      faults.set(member.slice(0, 100), `is not a field of ${form.name}.${faults.suggest(member, () => known)}`)
  return { values: values as FormValues, unsent, faults }
}

function parseField(
  sent: Readonly<Record<string, unknown>>,
  field: Field,
  context: FormContext,
  faults: Faults,
): unknown {
  const given = Object.hasOwn(sent, field.name) ? sent[field.name] : undefined
  const value = given === undefined ? defaultFor(field, context) : given
  if (value === null || value === undefined) {
    if (field.required) faults.set(field.name, 'is required')
    return null
  }
  if (value === momentOfWrite) return momentFor(field, context)
  if (value === computedByWrite) return null
  const reading = typeOf(field).read(value, field, context.models)
  if ('fault' in reading) {
    faults.set(field.name, reading.fault)
    return null
  }
  return withVersion(toPlain(reading.value, field), value)
}

/** The value as a client sends and gets it. */
function toPlain(column: ColumnValue, field: Field): unknown {
  const { fromColumn, toSent } = typeOf(field)
  const plain = fromColumn && column !== null ? fromColumn(column) : column
  return toSent && plain !== null ? toSent(plain) : plain
}

/** The moment as a time, or as the day at the place if the field takes days. */
function momentFor(field: Field, { moment, models }: FormContext): unknown {
  const texts = [moment.toISOString(), dayIn(models.application.timeZone, moment)]
  for (const text of texts) {
    const reading = typeOf(field).read(text, field, models)
    if ('value' in reading) return toPlain(reading.value, field)
  }
  return null
}

function withVersion(plain: unknown, sent: unknown): unknown {
  if (typeof plain !== 'object' || plain === null || !('id' in plain)) return plain
  const version = typeof sent === 'object' && sent !== null && 'version' in sent ? sent.version : undefined
  return Number.isSafeInteger(version) ? { ...plain, version } : plain
}

function parseLinks(
  value: unknown,
  { name, label, target, required, max = maxMembers }: LinksRelation,
  context: FormContext,
  faults: Faults,
): unknown {
  const isEmpty = value === undefined || value === null || (Array.isArray(value) && value.length === 0)
  if (isEmpty && required) faults.set(name, 'is required: send at least one record')
  if (isEmpty) return []
  if (!Array.isArray(value) || value.length > max) {
    faults.set(name, `must be an array of at most ${max} records`)
    return []
  }
  const one = { type: 'reference', name, label, target, required: true, unique: false, indexed: false } as const
  return value.map((member: unknown, index) => {
    const reading = typeOf(one).read(member, one, context.models)
    if ('value' in reading) return withVersion({ id: reading.value }, member)
    faults.set(`${name}.${index}`, reading.fault)
    return null
  })
}
