import * as fc from 'fast-check'
import type { Field } from '../../src/model/field/Field.ts'
import { valueField } from './comparable.ts'

/** Few letters, so that texts are often equal; among them all with a meaning in LIKE, SQL or JSON. */
const letters = fc.constantFrom('a', 'A', 'b', 'B', 'z', '%', '_', '\\', "'", '"', ' ', '0', 'é', '$')
export const someText = fc.string({ unit: letters, maxLength: 4 })

const days = ['0001-01-01', '1969-12-31', '1970-01-01', '2024-02-29', '2024-03-01', '9999-12-31']
const moments = [
  '0001-01-01T00:00:00.000Z',
  '1969-12-31T23:59:59.999Z',
  '1970-01-01T00:00:00.000Z',
  '2024-02-29T12:30:00.001Z',
  '2024-02-29T12:30:00.002Z',
  '9999-12-31T23:59:59.999Z',
]
const whole = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: -3, max: 3 }) },
  { weight: 1, arbitrary: fc.constantFrom(Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER, 2 ** 31, -(2 ** 31) - 1) },
)

/** A value that a record may have. */
export function valueOf(field: Field): fc.Arbitrary<unknown> {
  switch (field.type) {
    case 'text':
      return someText
    case 'integer':
      return whole
    case 'decimal':
      return decimalOf(field.scale)
    case 'boolean':
      return fc.boolean()
    case 'date':
      return fc.constantFrom(...days)
    case 'dateTime':
      return fc.constantFrom(...moments)
    case 'choice':
      return fc.constantFrom(...field.values)
    case 'choices':
      return fc.subarray([...field.values])
    case 'json':
      return fc.constantFrom<unknown[]>({}, { a: [1, 'x'] }, [], 'text', 0, false)
    default:
      throw new Error(`Nobody writes a field of type ${field.type} like this.`)
  }
}

/** A value to compare a field with: like those in records, or one that no record has. */
export function operandOf(given: Field): fc.Arbitrary<unknown> {
  const field = valueField(given)
  if (field.type === 'decimal') return fc.oneof(decimalOf(field.scale), decimalOf(8))
  if (field.type === 'formula') return field.result.type === 'decimal' ? decimalOf(field.result.scale) : whole
  if (field.type === 'computed') return someText
  if (field.type === 'dateTime') return fc.oneof(valueOf(field), fc.constant('2024-02-29T13:30:00.001+01:00'))
  if (field.type !== 'reference') return valueOf(field)
  return fc.oneof(
    fc.integer({ min: 0, max: 60 }),
    fc.integer({ min: 1, max: 60 }).map((id) => ({ id })),
  )
}

/** Two patterns in three have a wildcard. */
export const pattern = fc.oneof(
  someText,
  fc.string({ unit: fc.oneof(letters, fc.constantFrom('%', '_', '\\%', '\\_', '\\\\')), maxLength: 5 }),
  someText.map((text) => `%${text}`),
)

function decimalOf(scale: number): fc.Arbitrary<string> {
  return fc
    .tuple(fc.constantFrom('', '-'), fc.constantFrom('0', '1', '2', '9999999999'), fc.integer({ min: 0, max: 3 }))
    .map(([sign, before, after]) => {
      const fraction = scale === 0 ? '' : `.${String(after).padStart(scale, '0')}`
      return `${sign}${before}${fraction}`
    })
}
