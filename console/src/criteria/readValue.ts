import type { Reading } from '../field/FieldKind.ts'
import { asText, kindOf } from '../field/kinds.ts'
import type { FieldMeta, Json } from '../meta/ModelMeta.ts'
import type { Words } from '../i18n/Words.ts'
import type { Test } from './Chip.ts'
import { fromPlainText, toPlainText } from './pattern.ts'
import { familyOf } from '../meta/fieldTypes.ts'

/**
 * What somebody typed as a value to compare with: one of the field's type, or a variable such as `$today-30d`. In a
 * rule text that begins with `$` is a variable as well, and is written with `$$` where it is none.
 */
export function readValue(text: string, field: FieldMeta, test: Test, words: Words, dialect?: 'rule'): Reading {
  if (familyOf(field) === 'text') {
    if (text === '') return { fault: words.fault.required }
    const isAsTyped = dialect === 'rule' || test === 'contains' || test === 'lacks'
    return { value: isAsTyped ? text : toPlainText(text) }
  }
  const trimmed = text.trim()
  if (trimmed.startsWith('$')) return { value: trimmed }
  const reading = kindOf(field).read(trimmed, field, words)
  return 'value' in reading && reading.value === null ? { fault: words.fault.required } : reading
}

/** A value as it is typed. */
export function writeValue(value: Json, field: FieldMeta, test: Test, dialect?: 'rule'): string {
  if (dialect === 'rule' || familyOf(field) !== 'text' || test === 'contains' || test === 'lacks') return asText(value)
  return fromPlainText(asText(value))
}
