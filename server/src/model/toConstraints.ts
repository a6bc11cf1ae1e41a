import type { Check } from './Check.ts'
import type { Constraint, NoOverlapConstraint } from './Constraint.ts'
import { takenMessage } from './Constraint.ts'
import type { ModelDeclaration } from './declare.ts'
import type { Model } from './Model.ts'

/** The plain lists of `unique`. What is neither a list nor an object stays, so that `checkModels` finds it. */
export function toUnique(unique: ModelDeclaration['unique']): Pick<Model, 'unique'> {
  if (unique === undefined) return {}
  if (!Array.isArray(unique)) return { unique: unique as Model['unique'] & object }
  const groups = unique.filter((group) => !isObject(group))
  return groups.length === 0 && unique.length > 0 ? {} : { unique: groups as readonly (readonly string[])[] }
}

/** The constraints that are declared as objects. Mistakes are not corrected: `checkConstraints` finds them. */
export function toConstraints({ unique, noOverlap = [], atMost = [] }: ModelDeclaration): Constraint[] {
  const named: readonly unknown[] = Array.isArray(unique) ? unique.filter(isObject) : []
  return [
    ...named.map((given) => toConstraint('unique', given)),
    ...asList(noOverlap).map((given) => toConstraint('noOverlap', given)),
    ...asList(atMost).map((given) => toConstraint('atMost', given)),
  ]
}

/** What is not a list becomes one constraint without anything, which is refused. */
function asList(given: unknown): readonly unknown[] {
  return Array.isArray(given) ? given : [undefined]
}

function toConstraint(kind: Constraint['kind'], given: unknown): Constraint {
  const declared: Record<string, unknown> = isObject(given) ? given : {}
  const { by = [], from, to, fields, message } = declared
  const key: unknown[] = Array.isArray(by) ? by : []
  const own = {
    unique: {
      fields,
      message: message ?? (declared['where'] === undefined && Array.isArray(fields) ? takenMessage(fields) : undefined),
    },
    noOverlap: { by, fields: [...key, from, to] },
    atMost: { by, fields: key },
  }[kind]
  return { kind, ...declared, ...own } as Constraint
}

/**
 * The declared checks, and one for each period that must not overlap another: its end is not before its beginning.
 */
export function withPeriodChecks(
  checks: readonly Check[] | undefined,
  constraints: readonly Constraint[],
  names: readonly string[],
): readonly Check[] | undefined {
  const isPeriod = (one: Constraint): one is NoOverlapConstraint =>
    one.kind === 'noOverlap' && names.includes(one.from) && names.includes(one.to)
  const periods = constraints.filter(isPeriod).map(toPeriodCheck)
  return periods.length === 0 || (checks !== undefined && !Array.isArray(checks))
    ? checks
    : [...(checks ?? []), ...periods]
}

function toPeriodCheck({ name, from, to }: NoOverlapConstraint): Check {
  const holds = { fieldName: to, operator: '>=', value: `$record.${from}` }
  return { name, fields: [to], holds, message: `must not be before ${from}` }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
