import type { Archived } from '../../model/archive.ts'
import { parseMoment } from '../../model/field/dateTime.ts'
import type { Schema } from '../../model/field/Schema.ts'
import { parseJson } from '../parseJson.ts'
import { type DocumentLimits, Fault, type JsonKind, type Kind, type TextKind } from './Kind.ts'

const anyText: Schema = { type: 'string' }

/** A whole number from `min` on, to `max`, or to the setting `maxLimit`. */
export function count(max: number | 'maxLimit' = Number.MAX_SAFE_INTEGER, min = 0): Kind<number> {
  const check = (value: number, maxLimit: number) => {
    const most = max === 'maxLimit' ? maxLimit : max
    if (value > most) throw new Fault(`must be at most ${most}`)
    if (value < min) throw new Fault(`must be at least ${min}`)
    return value
  }
  return {
    fromText: (text, name, maxLimit) => {
      if (!/^(0|[1-9]\d{0,15})$/.test(text)) throw new Fault(`must be a whole number from 0 on, such as ${name}=20`)
      return check(Number(text), maxLimit)
    },
    fromJson: (value, maxLimit) => {
      if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
        throw new Fault('must be a whole number from 0 on')
      return check(value, maxLimit)
    },
    schema: ({ maxLimit }) =>
      max === 'maxLimit'
        ? { type: 'integer', minimum: min, maximum: maxLimit }
        : { type: 'integer', format: 'int64', minimum: min },
  }
}

/** True or false. */
export const boolean: Kind<boolean> = {
  fromText: (text) => {
    if (text !== 'true' && text !== 'false') throw new Fault('must be true or false')
    return text === 'true'
  },
  fromJson: (value) => {
    if (typeof value !== 'boolean') throw new Fault('must be true or false')
    return value
  },
  schema: () => ({ type: 'boolean' }),
}

/** True or false, where false means the same as nothing. */
export const flag: Kind<true | undefined> = {
  ...boolean,
  fromText: (text, name, maxLimit) => boolean.fromText(text, name, maxLimit) || undefined,
  fromJson: (value, maxLimit) => boolean.fromJson(value, maxLimit) || undefined,
}

/** Whether archived records are shown, too (`true`), or no others (`only`); here in a query string. */
export const archivedText: TextKind<Archived> = {
  fromText: (text) => {
    if (text !== 'true' && text !== 'only') throw new Fault('must be true or only')
    return text === 'true' ? true : text
  },
  schema: () => ({ type: 'string', enum: ['true', 'only'] }),
}

/** The same in a body. */
export const archivedJson: JsonKind<Archived> = {
  fromJson: (value) => {
    if (value !== true && value !== 'only') throw new Fault('must be true or "only"')
    return value
  },
  schema: () => ({ enum: [true, 'only'] }),
}

/** One of some words. */
export function oneOf<const Word extends string>(...words: readonly Word[]): Kind<Word> {
  const listed = words.length > 2 ? `one of ${words.join(', ')}` : words.join(' or ')
  const fromJson = (value: unknown): Word => {
    const word = words.find((candidate) => candidate === value)
    if (word === undefined) throw new Fault(`must be ${listed}`)
    return word
  }
  return { fromText: fromJson, fromJson, schema: () => ({ type: 'string', enum: words }) }
}

/** Text; in a body, `fault` is what is wrong with other values. */
export function text(fault = 'must be text'): Kind<string> {
  return {
    fromText: (value) => value,
    fromJson: (value) => {
      if (typeof value !== 'string') throw new Fault(fault)
      return value
    },
    schema: () => anyText,
  }
}

/** Text of a query string that has a form. */
export function textThat(fits: (text: string) => boolean, fault: string): TextKind<string> {
  return {
    fromText: (value) => {
      if (!fits(value)) throw new Fault(fault)
      return value
    },
    schema: () => anyText,
  }
}

/** Names: separated by commas in a query string, an array in a body. How many there may be is checked by the plan. */
export function names(max?: number): Kind<string[]> {
  return {
    fromText: toNames,
    fromJson: (value) => {
      if (!Array.isArray(value) || !value.every((one) => typeof one === 'string'))
        throw new Fault('must be an array of field names')
      return value
    },
    schema: () => ({ type: 'array', items: anyText, ...(max === undefined ? {} : { maxItems: max }) }),
  }
}

function toNames(text: string): string[] {
  return text.split(',').map((name) => name.trim())
}

/** Search criteria, which the plan compares with the model; null means the same as none. */
export const criteria: Kind<unknown> = {
  fromText: (text) => parseJson(Buffer.from(text)),
  fromJson: (value) => value,
  schema: () => ({ anyOf: [{ $ref: '#/components/schemas/Criteria' }, { type: 'null' }] }),
  isJson: true,
}

/** A time to wait, in milliseconds. */
export function duration(max: number): TextKind<number> {
  return {
    fromText: (text, name) => {
      const [, digits, unit] = /^(\d{1,5})(ms|s)$/.exec(text) ?? []
      const time = Number(digits) * (unit === 's' ? 1_000 : 1)
      if (digits === undefined || time > max)
        throw new Fault(`must be a time of at most ${max / 1_000}s, such as ${name}=25s`)
      return time
    },
    schema: () => anyText,
  }
}

/** A moment with a time zone. */
export const moment: TextKind<string> = {
  fromText: (text, name) => {
    const read = parseMoment(text)
    if (!('value' in read)) throw new Fault(`must be a moment, such as ${name}=2026-01-31T08:30:00Z`)
    return String(read.value)
  },
  schema: () => ({ type: 'string', format: 'date-time' }),
}

/** A value of a body that the plan checks, because it depends on the model or on what the caller may do. */
export function unchecked(schema: Schema | ((limits: DocumentLimits) => Schema)): JsonKind<unknown> {
  return { fromJson: (value) => value, schema: typeof schema === 'function' ? schema : () => schema }
}

/** Text of a body that is not empty. */
export function filledText({
  maxLength = Number.MAX_SAFE_INTEGER,
  fits = () => true,
  fault = 'must be text',
}: {
  readonly maxLength?: number
  fits?(text: string): boolean
  readonly fault?: string
}): JsonKind<string> {
  return {
    fromJson: (value) => {
      if (typeof value !== 'string' || value === '' || !fits(value)) throw new Fault(fault)
      if (value.length > maxLength) throw new Fault(`must have at most ${maxLength} characters`)
      return value
    },
    schema: () => ({ ...anyText, minLength: 1, ...(maxLength === Number.MAX_SAFE_INTEGER ? {} : { maxLength }) }),
  }
}

/** Text of a body that is not empty, or null. */
export const textOrNull: JsonKind<string | null> = {
  fromJson: (value) => {
    if (value !== null && (typeof value !== 'string' || value === '')) throw new Fault('must be text or null')
    return value
  },
  schema: () => ({ anyOf: [{ ...anyText, minLength: 1 }, { type: 'null' }] }),
}

/** The id of a record that `what` names. */
export function idOf(what: string): JsonKind<number> {
  return {
    fromJson: (value) => {
      if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 1)
        throw new Fault(`must be the id of ${what}`)
      return value
    },
    schema: () => ({ type: 'integer', format: 'int64', minimum: 1 }),
  }
}
