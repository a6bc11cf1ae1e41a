import { rowOf } from '../meta/fieldTypes.ts'
import { type FieldMeta, isComputed, type Json, type ModelMeta, type RecordJson } from '../meta/ModelMeta.ts'
import type { Formats } from './FieldKind.ts'
import { kindOf, labelOf } from './kinds.ts'
import { matchDay, matchMoment } from './matchDate.ts'
import { linkTo, meantBy } from './matchLink.ts'
import { ambiguous, matchNumber } from './matchNumber.ts'

/** What a text from elsewhere means in a field: the value as it is shown, or why it does not fit. */
export type Match = { readonly value: Json } | { readonly fault: string }

/** The records that texts may mean, by the name of their model; undefined if the caller can't look for them. */
export type Meant = (
  model: string,
) => { readonly target: ModelMeta; readonly records: readonly RecordJson[] } | undefined

/** Reads what was copied elsewhere, by the kind of the field. Nothing is guessed. */
export function matchText(text: string, field: FieldMeta, formats: Formats, meant: Meant): Match {
  const { words, language, timeZone } = formats
  const trimmed = text.trim()
  if (isComputed(field)) return { fault: words.paste.computed }
  if (trimmed === '') return field.required && field.default === undefined ? { fault: words.fault.required } : none
  const { kind } = rowOf(field.type)
  if (kind === 'integer' || kind === 'decimal') return numberOf(trimmed, field, formats)
  if (kind === 'boolean') return orFault(booleanOf(trimmed, formats), words.paste.boolean)
  if (kind === 'date') return orFault(matchDay(trimmed, language), words.fault.date)
  if (kind === 'dateTime') return orFault(matchMoment(trimmed, language, timeZone), words.fault.dateTime)
  if (kind === 'choice') return orFault(choiceOf(trimmed, field), words.paste.choice)
  if (kind === 'choices') return choicesOf(trimmed, field, formats)
  if (kind === 'link') return linkOf(trimmed, field, formats, meant)
  if (kind === 'links') return linksOf(trimmed, field, formats, meant)
  return kindOf(field).read(kind === 'json' ? text : field.multiline ? text : trimmed, field, words)
}

const none: Match = { value: null }

function orFault(value: Json | undefined, fault: string): Match {
  return value === undefined ? { fault } : { value }
}

function numberOf(text: string, field: FieldMeta, { words }: Formats): Match {
  const digits = matchNumber(text, field, words.language)
  if (digits === ambiguous) return { fault: words.paste.ambiguous }
  const fault = field.type === 'integer' ? words.fault.integer : words.fault.decimal
  return digits === undefined ? { fault } : kindOf(field).read(digits, field, words)
}

function booleanOf(text: string, { words }: Formats): boolean | undefined {
  const small = text.toLowerCase()
  if (['true', '1', 'yes', 'x', words.value.yes.toLowerCase()].includes(small)) return true
  return ['false', '0', 'no', words.value.no.toLowerCase()].includes(small) ? false : undefined
}

/** The value of a choice by itself or by its label; what is no longer in use can't be chosen. */
function choiceOf(text: string, field: FieldMeta): string | undefined {
  const { values = [], retired = [] } = field
  const offered = values.filter((value) => !retired.includes(value))
  const small = text.toLowerCase()
  const labelled = offered.filter((value) => labelOf(value, field).toLowerCase() === small)
  return offered.find((value) => value === text) ?? (labelled.length === 1 ? labelled[0] : undefined)
}

function choicesOf(text: string, field: FieldMeta, { words }: Formats): Match {
  const whole = choiceOf(text, field)
  if (whole !== undefined) return { value: [whole] }
  const found = text.split(/\s*[|;,]\s*/).map((part) => choiceOf(part, field))
  return found.includes(undefined)
    ? { fault: words.paste.choice }
    : { value: found.filter((each) => each !== undefined) }
}

function linkOf(text: string, field: FieldMeta, { words }: Formats, meant: Meant): Match {
  const known = meant(field.target ?? '')
  if (!known) return { fault: words.paste.notFound(field.target ?? '') }
  const { target, records } = known
  const [first, ...more] = meantBy(text, target, records)
  if (!first) return { fault: words.paste.notFound(target.plural ?? target.label) }
  return more.length > 0 ? { fault: words.paste.several(more.length + 1) } : { value: linkTo(first, target) }
}

function linksOf(text: string, field: FieldMeta, formats: Formats, meant: Meant): Match {
  const found = partsOfLinks(text).map((part) => linkOf(part, field, formats, meant))
  const fault = found.find((each) => 'fault' in each)
  return fault ?? { value: found.flatMap((each) => ('value' in each ? [each.value] : [])) }
}

/** The texts of a cell that mean several records. */
export function partsOfLinks(text: string): string[] {
  return text
    .split(/\s*[,;|]\s*/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
