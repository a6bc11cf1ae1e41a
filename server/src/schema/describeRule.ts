import type { DeclaredRule } from '../model/role.ts'

/** Describes a rule: `read, update com.example.contacts.Contact where createdBy = $user.id`. */
export function describeRule(rule: DeclaredRule): string {
  const { model, condition, readFields, writeFields, hideFields, lockFields, comment } = rule
  const allowed = (['read', 'create', 'update', 'delete', 'run'] as const).filter((action) => rule[action])
  const where = describeCriteria(condition)
  return [
    `${allowed.join(', ') || 'nothing'} ${model}`,
    ...(where === '' ? [] : [` where ${where}`]),
    ...(readFields ? [`, reading only ${toNames(readFields)}`] : []),
    ...(writeFields ? [`, writing only ${toNames(writeFields)}`] : []),
    ...(hideFields ? [`, reading all but ${toNames(hideFields)}`] : []),
    ...(lockFields ? [`, writing all but ${toNames(lockFields)}`] : []),
    ...(comment === null ? [] : [comment ? ', with comments' : ', without comments']),
    ...(rule.export === null ? [] : [rule.export ? ', with exports' : ', without exports']),
  ].join('')
}

function toNames(names: readonly string[]): string {
  return Array.isArray(names) ? names.join(', ') || 'nothing' : JSON.stringify(names)
}

/** Describes criteria. Returns JSON for values that are not criteria, which a rule written by hand can contain. */
function describeCriteria(criteria: unknown, isPart = false): string {
  if (criteria === null || criteria === undefined) return ''
  if (typeof criteria !== 'object') return JSON.stringify(criteria)
  const { fieldName, operator, value, value2, criteria: parts } = criteria as Record<string, unknown>
  if (typeof fieldName === 'string')
    return [fieldName, operator, ...[value, value2].filter((one) => one !== undefined).map(toText)].join(' ')
  if (!Array.isArray(parts)) return JSON.stringify(criteria)
  const texts = parts.map((part) => describeCriteria(part, true))
  if (operator === 'not') return `not (${texts.join(' and ')})`
  const text = texts.join(` ${typeof operator === 'string' ? operator : 'and'} `)
  return isPart && texts.length > 1 ? `(${text})` : text
}

function toText(value: unknown): string {
  return typeof value === 'string' && value.startsWith('$') ? value : JSON.stringify(value)
}
