import { Failure } from '../../failure/failure.ts'
import type { ClashCode } from '../../failure/failureCodes.ts'
import { type Constraint, errorFieldsOf } from '../../model/Constraint.ts'
import type { Model } from '../../model/Model.ts'
import { constraintsByObject } from '../../model/objectNames.ts'
import { type Authorization, textFor } from '../../permission/Authorization.ts'
import type { Rejected } from '../../postgres/errors.ts'

const codeOf: Record<Constraint['kind'], ClashCode> = {
  unique: 'not-unique',
  noOverlap: 'overlaps',
  atMost: 'limit-reached',
}

/** The message if the caller may not know which values it is about. */
const notAllowed: Record<ClashCode, string> = {
  'not-unique': 'Another record has these values already: choose others.',
  overlaps: 'Another record has an overlapping period: choose another one.',
  'limit-reached': 'There are as many such records as there can be.',
}

/** The failure if a constraint that no model declares refuses a record because of others. */
export function toForeignClash(cause: unknown): Failure {
  return new Failure('not-unique', notAllowed['not-unique'], { errors: {}, cause })
}

/** The failure for an error of PostgreSQL about other records; undefined for other errors. */
export function findClash(
  { constraint = '' }: Rejected,
  model: Model,
  authorization: Authorization,
): Failure | undefined {
  const broken = constraintsByObject(model).get(constraint)
  return broken && toClash(broken, model, authorization)
}

/** The other records of a clash. */
export interface Others {
  /** Those that the caller may read. */
  readonly records?: readonly OtherRecord[]
  /** The number of the earlier record in the request. */
  readonly alsoAt?: number | undefined
}

/** Another record as a clash shows it: with its title, if that is a simple value. */
export type OtherRecord = Readonly<Record<string, unknown>> & { readonly id: number }

/** What a record breaks because of others, in the words of an answer. */
export interface BrokenConstraint extends Pick<Constraint, 'name' | 'fields' | 'message'> {
  readonly code: ClashCode
  readonly errorFields: readonly string[]
}

/** The failure of a record that breaks a declared constraint because of others. */
export function toClash(constraint: Constraint, model: Model, authorization: Authorization, others?: Others): Failure {
  const { kind, name, fields, message } = constraint
  const errorFields = errorFieldsOf(constraint)
  return toClashFailure({ code: codeOf[kind], name, fields, errorFields, message }, model, authorization, others)
}

/**
 * The failure of a record that others do not allow. Fields are left out that the caller can neither read nor write:
 * they may be computed from what the caller wrote. If none is left, nothing is told but the code. A clash with records
 * that the caller does not see is told as if there were none to show.
 */
export function toClashFailure(
  broken: BrokenConstraint,
  model: Model,
  authorization: Authorization,
  { records = [], alsoAt }: Others = {},
): Failure {
  const { code } = broken
  const known = authorization.rights.forWriting(model).fields
  const isKnown = (name: string) => known.some((field) => field.name === name)
  const fields = broken.fields.filter(isKnown)
  if (fields.length === 0 && broken.fields.length > 0) return toFailure(code, notAllowed[code], {}, {})
  const shown = broken.errorFields.filter(isKnown)
  const labels = known.filter(({ name }) => shown.includes(name)).map(({ label }) => label)
  const subject = (labels.length === 0 ? [model.label] : labels).map((label) => textFor(label, authorization))
  const message = textFor(broken.message, authorization)
  const others = [
    ...records.map((record) => titleOf(record, model)),
    ...(alsoAt === undefined ? [] : [`record ${alsoAt} of the request`]),
  ]
  const end = others.length === 0 ? '' : `: ${listed(others)}`
  return toFailure(
    code,
    `${listed(subject)} ${message}${end}.`,
    {
      ...(code === 'not-unique' && broken.fields.length === 1 ? { field: fields[0] } : {}),
      fields,
      ...(isNameKnown(broken, fields) ? { constraint: broken.name } : {}),
      ...(records.length === 0 ? {} : { others: records }),
    },
    Object.fromEntries(shown.map((name) => [name, message])),
  )
}

/** The name of a plain unique group has the names of its fields in it. */
function isNameKnown({ name, fields }: BrokenConstraint, known: readonly string[]): boolean {
  return known.length === fields.length || name !== fields.join()
}

/** The three codes have the same members, but for the field of a value that is not unique. */
function toFailure(code: ClashCode, message: string, data: object, errors: Readonly<Record<string, string>>): Failure {
  return new Failure(code, message, { data, errors })
}

function titleOf(record: OtherRecord, { title }: Model): string {
  const shown = record[title]
  return typeof shown === 'string' || typeof shown === 'number' ? String(shown) : `record ${record.id}`
}

function listed(parts: readonly string[]): string {
  return new Intl.ListFormat('en').format(parts)
}
