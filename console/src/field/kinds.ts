import { codeOf, type ShownFields } from './codeOf.ts'
import { elementsOf } from './elementsOf.ts'
import { findJson } from './findJson.ts'
import { findJsonFault } from './findJsonFault.ts'
import { isDay } from './isDay.ts'
import { titleOfLink } from './titleOfLink.ts'
import { type Kind, rowOf } from '../meta/fieldTypes.ts'
import type { FieldMeta, Json } from '../meta/ModelMeta.ts'
import type { Words } from '../i18n/Words.ts'
import type { FieldKind, Formats, Reading } from './FieldKind.ts'

/** What is typed as text and sent as text, or as nothing where it is empty. */
const text: FieldKind = {
  show: (value) => oneLine(asText(value)),
  toInput: (value) => (value === null ? '' : asText(value)),
  read: (input) => ({ value: input === '' ? null : input }),
}

/** What is typed as text and must have a form. */
function typed(
  read: (text: string, words: Words, field: FieldMeta) => Reading,
  show: (text: string, formats: Formats) => string,
): FieldKind {
  return {
    show: (value, _field, formats) => show(asText(value), formats),
    toInput: (value) => (value === null ? '' : asText(value)),
    read: (input, field, words) => {
      const trimmed = asText(input).trim()
      return trimmed === '' ? { value: null } : read(trimmed, words, field)
    },
  }
}

const integer: FieldKind = {
  ...typed(readInteger, (digits, formats) => formats.number(digits)),
  aligned: 'end',
}

const decimal: FieldKind = {
  ...typed(
    (digits, words) => (/^[+-]?\d+(\.\d+)?$/.test(digits) ? { value: digits } : { fault: words.fault.decimal }),
    (digits, formats) => formats.number(digits),
  ),
  aligned: 'end',
}

/** What the editor of a date holds while parts of it are missing: it is no date, and not the lack of one either. */
export const incompleteDate = 'incomplete'

const date = typed(
  (day, words) => (isDay(day) ? { value: day } : { fault: faultOfDate(day, words.fault.date, words) }),
  (day, formats) => formats.date(day),
)

const dateTime = typed(
  (moment, words) => {
    const time = Date.parse(moment)
    const fault = faultOfDate(moment, words.fault.dateTime, words)
    return Number.isNaN(time) ? { fault } : { value: new Date(time).toISOString() }
  },
  (moment, formats) => formats.dateTime(moment),
)

const boolean: FieldKind = {
  show: (value, _field, { words }) => (value === true ? words.value.yes : words.value.no),
  toInput: (value) => value,
  read: (input) => ({ value: input }),
}

const choice: FieldKind = {
  show: (value, field) => labelOf(asText(value), field),
  toInput: (value) => value,
  read: (input) => ({ value: input === '' ? null : input }),
}

const choices: FieldKind = {
  show: (value, field) =>
    elementsOf(value)
      .map((each) => labelOf(each, field))
      .join(', '),
  toInput: (value) => elementsOf(value),
  read: (input) => ({ value: elementsOf(input) }),
}

const json: FieldKind = {
  show: (value) => oneLine(JSON.stringify(value)),
  toInput: (value) => (value === null ? '' : JSON.stringify(value, null, 2)),
  read: (input, _field, words) => {
    const source = asText(input).trim()
    if (source === '') return { value: null }
    try {
      return { value: JSON.parse(source) as Json }
    } catch {
      const { line, column } = findJsonFault(asText(input)) ?? { line: 1, column: 1 }
      return { fault: words.fault.json(line, column) }
    }
  },
}

const link: FieldKind = {
  show: (value) => titleOfLink(value),
  toInput: (value) => value,
  read: (input) => ({ value: onlyId(input) }),
}

const many: FieldKind = {
  show: (value) => (Array.isArray(value) ? value.map((each: Json) => titleOfLink(each)).join(', ') : ''),
  toInput: (value) => value ?? [],
  read: (input) => ({ value: Array.isArray(input) ? input.map(onlyId) : [] }),
}

const result: FieldKind = { ...text, show: (value, _field, { number }) => showResult(value, number) }

/** The functions of rollups that give numbers, whatever they are about. */
const counting: readonly (string | undefined)[] = ['count', 'sum', 'avg']

/** Values of a type that a newer service has. What is typed is sent as text, unless it is a JSON object or array. */
const unknown: FieldKind = {
  show: (value) => oneLine(asText(value)),
  toInput: (value) => value ?? '',
  read: (input) => ({ value: input === '' ? null : typeof input === 'string' ? (findJson(input) ?? input) : input }),
}

/** Every kind of value. */
export const kinds: Record<Kind, FieldKind> = {
  text,
  integer,
  decimal,
  boolean,
  date,
  dateTime,
  choice,
  choices,
  json,
  link,
  links: many,
  result,
  unknown,
}

/** How the values of a field are shown, typed and read. Formulas and rollups are shown as what they result in. */
export function kindOf({ type, result: ofFormula, function: of, resolved }: KnownKind): FieldKind {
  const kind = kinds[rowOf(ofFormula?.type ?? type).kind]
  if (kind !== result) return kind
  if (counting.includes(of)) return { ...kind, aligned: 'end' }
  return resolved ? kindOf(resolved.result) : kind
}

type KnownKind = Pick<FieldMeta, 'type' | 'result' | 'function' | 'resolved'>

/** A value in words, or the sign for a missing one. Amounts whose currency is a field need their record. */
export function showValue(value: Json | undefined, field: FieldMeta, formats: Formats, record?: ShownFields): string {
  if (value === undefined || value === null || value === '') return formats.words.value.none
  const code = codeOf(field, record)
  if (code !== undefined) return formats.money(asText(value), code)
  const shown = kindOf(field).show(value, field.resolved?.result ?? field, formats) || formats.words.value.none
  return field.view === 'percent' ? formats.words.value.percent(shown) : shown
}

/** The label of a choice's value. */
export function labelOf(value: string, { labels = {} }: FieldMeta): string {
  return Object.hasOwn(labels, value) ? (labels[value] ?? value) : value
}

/** A value as text: JSON for what is no plain value. */
export function asText(value: Json | undefined): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function readInteger(digits: string, words: Words): Reading {
  const number = Number(digits)
  return /^[+-]?\d+$/.test(digits) && Number.isSafeInteger(number) ? { value: number } : { fault: words.fault.integer }
}

function faultOfDate(typedText: string, otherwise: string, words: Words): string {
  return typedText === incompleteDate ? words.fault.incomplete : otherwise
}

function showResult(value: Json, number: (digits: string) => string): string {
  const shown = asText(value)
  return /^-?\d+(\.\d+)?$/.test(shown) ? number(shown) : shown
}

/** A link as it is sent: its id and nothing else. */
function onlyId(value: Json): Json {
  return typeof value === 'object' && value !== null && 'id' in value ? { id: value.id } : null
}

function oneLine(value: string): string {
  return value.replaceAll(/\s+/g, ' ')
}
