import type { RecordJson } from './client.ts'
import type { Criterion } from './evaluate.ts'

/**
 * The criteria of a rule for one user, with values for its variables. A comparison with a variable without a value is
 * unknown.
 */
export function bindVariables(criterion: Criterion, user: RecordJson): Criterion {
  if ('unknown' in criterion) return criterion
  if ('criteria' in criterion)
    return { ...criterion, criteria: criterion.criteria.map((part) => bindVariables(part, user)) }
  const { value, value2, ...others } = criterion
  const [first, second] = [value, value2].map((one) => bindOne(one, user))
  if (first === null || second === null) return { unknown: true }
  return {
    ...others,
    ...(first === undefined ? {} : { value: first }),
    ...(second === undefined ? {} : { value2: second }),
  }
}

/** Null for a variable without a value, and undefined for an absent value. */
function bindOne(value: unknown, user: RecordJson): unknown {
  if (Array.isArray(value)) return value.map((one) => bindOne(one, user))
  if (typeof value !== 'string' || !value.startsWith('$')) return value
  if (value.startsWith('$$')) return value.slice(1)
  if (value === '$now') return new Date().toISOString()
  const own = user[value.slice('$user.'.length)]
  return own === '' || own === undefined ? null : own
}

/** A value as it is written in a rule: text that begins with a dollar sign has two of them. */
export function asOperand(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asOperand)
  return typeof value === 'string' && value.startsWith('$') ? `$${value}` : value
}
