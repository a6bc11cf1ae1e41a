/** Criteria in the form of the service. */
type Criterion = {
  readonly operator?: unknown
  readonly criteria?: unknown
  readonly fieldName?: unknown
  readonly value?: unknown
  readonly value2?: unknown
}

const groups: Readonly<Record<string, string>> = { and: 'all', or: 'any' }

/** Criteria as the client takes them, as code. */
export function whereCode(criteria: unknown): string {
  const { operator = 'and', criteria: parts, fieldName, value, value2 } = criteria as Criterion
  if (Array.isArray(parts)) {
    if (operator === 'not') return `none(all(${parts.map(whereCode).join(', ')}))`
    if (parts.length === 0) return '{}'
    return parts.length === 1 ? whereCode(parts[0]) : `${groups[String(operator)]}(${parts.map(whereCode).join(', ')})`
  }
  return `{ ${nameCode(String(fieldName))}: ${comparison(String(operator), value, value2)} }`
}

function comparison(operator: string, value: unknown, value2: unknown): string {
  if (operator === 'isNull' || operator === 'notNull') return `{ ${operator}: true }`
  if (operator === '=') return code(value)
  const operand = operator === 'between' || operator === 'notBetween' ? [value, value2] : value
  return `{ ${nameCode(operator)}: ${code(operand)} }`
}

/** A value as code. */
export function code(value: unknown): string {
  if (typeof value === 'string') return textCode(value)
  if (Array.isArray(value)) return `[${value.map(code).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined'
  const members = Object.entries(value).map(([name, member]) => `${nameCode(name)}: ${code(member)}`)
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}

function nameCode(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : textCode(name)
}

function textCode(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
}
