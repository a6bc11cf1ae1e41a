import { typeOf } from '../../model/field/fieldTypes.ts'
import type { Model } from '../../model/Model.ts'
import type { Authorization } from '../../permission/Authorization.ts'
import type { Reason } from './Reason.ts'

/** What is wrong with the result of an addition. Only callers who may read the field can add to it. */
export function resultFault({ field: name, value }: Extract<Reason, { kind: 'result' }>, { fields }: Model): string {
  if (value === undefined) return 'has no value to add to: set one first'
  const field = fields.find((candidate) => candidate.name === name)
  return (field && typeOf(field).increment?.describeFault(value, field)) ?? `would become ${value}: that is not allowed`
}

/** What is wrong with a default. Its value is not shown: it may follow from what the caller may not read. */
export function defaultFault(
  { field: name, value }: Extract<Reason, { kind: 'default' }>,
  { fields }: Model,
  { rights }: Authorization,
): string {
  const field = fields.find((candidate) => candidate.name === name)
  if (value === undefined || !field) return 'is required'
  const type = typeOf(field)
  const text = Buffer.from(value, 'hex').toString()
  const reading = type.read(type.sums?.json(field) === 'number' ? Number(text) : text, field, rights.visibility.models)
  return `has a default that does not fit: ${'fault' in reading ? reading.fault : 'send another value'}`
}
