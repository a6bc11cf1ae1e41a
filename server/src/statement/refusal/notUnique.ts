import { Failure } from '../../failure/failure.ts'
import type { Model } from '../../model/Model.ts'
import { objectNames, uniqueGroupOf } from '../../model/objectNames.ts'
import type { Field } from '../../model/field/Field.ts'
import type { UniqueKey } from '../../model/uniqueKeys.ts'
import type { Authorization } from '../../permission/Authorization.ts'
import type { Rejected } from '../../postgres/errors.ts'

/** The message if the caller may not know which values it is about. */
export const valuesTaken = 'Another record has these values already: choose others.'

/** The failure for the values of a unique field or group that another record has; undefined for other errors. */
export function findNotUnique(
  { constraint }: Rejected,
  model: Model,
  authorization: Authorization,
): Failure | undefined {
  const field = model.fields.find((candidate) => objectNames.unique(model, candidate) === constraint)
  if (field) return toNotUnique([field], model, authorization)
  const group = model.unique?.find((names) => uniqueGroupOf(model, names) === constraint)
  const key = group?.flatMap((name) => model.fields.find((candidate) => candidate.name === name) ?? [])
  return key && toNotUnique(key, model, authorization)
}

/**
 * The failure for the values of a key that another record has: `at` is the number of that record in the request, if it
 * is there. Fields are not named that the caller can neither read nor write: they may be computed from what they wrote.
 */
export function toNotUnique(key: UniqueKey, model: Model, authorization: Authorization, at?: number): Failure {
  const fields = knownFields(key, model, authorization)
  const names = fields.map(({ name }) => name)
  const [name] = names
  if (name === undefined) return new Failure('not-unique', valuesTaken)
  const labels = new Intl.ListFormat('en').format(fields.map(({ label }) => label))
  const [has, already] =
    at === undefined ? ['Another record has', 'already'] : [`Record ${at} of the request has`, 'too']
  if (key.length === 1)
    return new Failure('not-unique', `${has} this ${labels} ${already}: choose another value for ${name}.`, {
      data: { field: name },
    })
  const message = `${has} the same ${labels} ${already}: choose other values for ${names.join(', ')}.`
  return new Failure('not-unique', message, { data: { fields: names } })
}

/** The name of a key, as far as the caller knows all its fields. */
export function findConstraint(key: UniqueKey, model: Model, authorization: Authorization): string | undefined {
  const names = knownFields(key, model, authorization).map(({ name }) => name)
  return names.length === key.length ? names.join() : undefined
}

function knownFields(key: UniqueKey, model: Model, { rights }: Authorization): Field[] {
  const known = rights.forWriting(model)
  return key.flatMap(({ name }) => known.fields.find((field) => field.name === name) ?? [])
}
