import type { Reason } from './Reason.ts'

/**
 * The text by which a statement names a reason: the field for `missing`, else `kind:name`, and `=value` if the message
 * depends on the row. Commas separate the reasons of a row, so the text contains none.
 */
export function toToken(reason: Reason): string {
  switch (reason.kind) {
    case 'missing':
      return reason.field
    case 'unknownKey':
      return `unknownKey:${[reason.field, ...reason.key].join('.')}`
    case 'result':
      return `result:${reason.field}=${reason.value ?? ''}`
    case 'digits':
      return `digits:${reason.field}=${reason.currency ?? ''}`
    case 'default':
      return `default:${reason.field}=${reason.value ?? ''}`
    case 'check':
      return `check:${reason.name}`
    case 'transition':
      return `transition:${reason.field}=${reason.ordinal ?? ''}`
    case 'retired':
      return `retired:${reason.field}`
    case 'assigned':
      return `assigned:${reason.field}`
    case 'archived':
      return `archived:${reason.field}`
    case 'unnumbered':
      return `unnumbered:${reason.field}`
    case 'numbered':
      return `numbered:${reason.field}=${reason.number ?? ''}`
  }
}

/** The reasons that a statement named. */
export function toReasons(tokens: string): Reason[] {
  const all = tokens.split(',').map(toReason)
  // A number lacks what a missing record would have: that is told once, of the record.
  const missing = all.flatMap((reason) => (reason.kind === 'missing' ? [reason.field] : []))
  return all.filter((reason) => reason.kind !== 'unnumbered' || !missing.includes(reason.field))
}

function toReason(token: string): Reason {
  const [kind = '', name] = token.split(':')
  if (name === undefined) return { kind: 'missing', field: kind }
  if (kind === 'unknownKey') {
    const [field = '', ...key] = name.split('.')
    return { kind, field, key }
  }
  if (kind === 'result' || kind === 'default') {
    const [field = '', value = ''] = name.split('=')
    return { kind, field, ...(value === '' ? {} : { value }) }
  }
  if (kind === 'digits') {
    const [field = '', currency = ''] = name.split('=')
    return { kind, field, currency }
  }
  if (kind === 'check') return { kind, name }
  if (kind === 'transition') {
    const [field = '', ordinal = ''] = name.split('=')
    return { kind, field, ...(ordinal === '' ? {} : { ordinal: Number(ordinal) }) }
  }
  if (kind === 'assigned' || kind === 'archived' || kind === 'unnumbered' || kind === 'retired')
    return { kind, field: name }
  if (kind === 'numbered') {
    const [field = '', number = ''] = name.split('=')
    return { kind, field, ...(number === '' ? {} : { number }) }
  }
  throw new TypeError(`There is no reason ${token}.`)
}
