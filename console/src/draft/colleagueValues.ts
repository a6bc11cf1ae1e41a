import { isSame } from '../field/isSame.ts'
import type { FieldMeta, Json, ModelMeta, RecordJson } from '../meta/ModelMeta.ts'
import { type Draft, toSend } from './Draft.ts'
import type { Words } from '../i18n/Words.ts'

/** What the made-up colleague of the demo could put into a field, the best first. */
export interface ColleagueChange {
  readonly field: FieldMeta
  readonly values: readonly Json[]
}

/**
 * The field of a draft that the colleague changes as well: the one touched last, with values that differ from what was
 * read and from what was typed. Undefined if nothing was touched for which such a value can be made up.
 */
export function findColleagueChange(draft: Draft, model: ModelMeta, words: Words): ColleagueChange | undefined {
  const { data } = toSend(draft, model, words)
  const touched = Object.keys(draft.edits).toReversed()
  const changes = touched.flatMap((name) => {
    const field = model.fields.find((each) => each.name === name)
    if (!field || !draft.base || !(name in data)) return []
    return [{ field, values: otherValues(field, draft.base, data[name] ?? null, words) }]
  })
  return changes.find(({ values }) => values.length > 0)
}

function otherValues(field: FieldMeta, record: RecordJson, mine: Json, words: Words): Json[] {
  const base = record[field.name] ?? null
  const all = candidates(field, base, mine, words)
  return all.filter((value) => !isSame(field.type, value, base) && !isSame(field.type, value, mine))
}

function candidates(field: FieldMeta, base: Json, mine: Json, words: Words): Json[] {
  const none = field.required ? [] : [null]
  switch (field.type) {
    case 'text':
      return field.secret ? [] : texts(field, base, mine, words)
    case 'integer':
      return [Number(base ?? mine ?? 0) + 1, Number(base ?? mine ?? 0) - 1]
    case 'decimal':
      return [nextDigit(base ?? mine), nextDigit(mine)].filter((value) => value !== '')
    case 'boolean':
      return [true, false, ...none]
    case 'date':
    case 'dateTime':
      return [laterDay(base ?? mine), laterDay(mine)].filter((value) => value !== '')
    case 'choice':
      return [...(field.values ?? []), ...none]
    case 'reference':
      return none
    default:
      return []
  }
}

function texts({ format, pattern, multiline, max = 200 }: FieldMeta, base: Json, mine: Json, words: Words): string[] {
  if (format === 'email') return [words.demo.email]
  if (format === 'url') return [words.demo.url]
  if (pattern !== undefined) return [nextDigit(base ?? mine), nextDigit(mine)].filter((value) => value !== '')
  const before = typeof base === 'string' ? base : ''
  const after = multiline ? words.demo.note(before) : words.demo.value(before)
  // What comes last tells the values apart, so that the beginning makes room for it.
  return [after.slice(-Number(max)).trim()]
}

/** A text with its last digit counted up; empty if it has none. */
function nextDigit(value: Json): string {
  const text = typeof value === 'string' ? value : ''
  return /\d/.test(text) ? text.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 1) % 10)) : ''
}

/** A date or a moment, a day later; empty if it is none. */
function laterDay(value: Json): string {
  const text = typeof value === 'string' ? value : ''
  const time = Date.parse(text)
  if (Number.isNaN(time)) return ''
  const later = new Date(time + 86_400_000).toISOString()
  return text.length === 10 ? later.slice(0, 10) : later
}
