import { join, literal, sql, trusted } from '../../sql/sql.ts'
import type { FieldDeclaration, IsRequired } from './declaration.ts'
import type { CommonField, CommonOptions, FieldType, Reading } from './FieldType.ts'
import type { Schema } from './Schema.ts'
import { maxEmailLength, schemaFormats } from './textFormats.ts'
import { findShapeFault, toPattern } from './textShape.ts'
import { checkTidy, tidyConditions, tidySql, tidyText, type Tidying } from './tidy.ts'
import { textual } from './traits.ts'
import { textViews } from './views.ts'

export interface TextField extends CommonField {
  readonly type: 'text'
  readonly max?: number
  readonly pattern?: string
  readonly format?: 'email' | 'url'
  readonly multiline?: boolean
  readonly secret?: boolean
  readonly tidy?: readonly Tidying[]
  /** How the text is hashed before it is stored. Only the service's own models have such a field. */
  readonly hashed?: 'argon2id'
}

export interface TextOptions extends CommonOptions<string> {
  /** The maximum number of characters. */
  max?: number
  /** A regular expression that the whole text must match. */
  pattern?: string
  format?: 'email' | 'url'
  /** Whether line breaks are allowed. */
  multiline?: boolean
  /** A secret can be written but not read: no response shows it, and the journal records only that it changed. */
  secret?: boolean
  /** What is done to text before it is stored or compared: `['trim', 'lower']`. */
  tidy?: readonly Tidying[]
}

/** Text, stored unchanged unless it is tidied. */
export function text<const Options extends TextOptions>(
  options?: Options,
): FieldDeclaration<string, IsRequired<Options>, true, 'text'> & Options {
  return { ...(options as Options), type: 'text' }
}

/** An index entry has at most 2,704 bytes, and a character up to four. */
export const maxIndexedLength = 600

export const textType: FieldType<TextField> = {
  ...textual,
  options: ['max', 'pattern', 'format', 'multiline', 'secret', 'tidy'],
  views: textViews,
  writable: true,
  isHashed: ({ hashed }) => hashed !== undefined,
  check: (field) => [
    ...checkMax(field),
    ...checkPattern(field),
    ...checkFormat(field),
    ...checkSecret(field),
    ...checkTidy(field),
  ],
  read: (value, field) => {
    if (typeof value !== 'string') return { fault: 'must be text' }
    return parseText(value, field)
  },
  parseOperand: (value, field) => tidyReading(parsePlainText(value), field),
  parsePattern: (value, { tidy }) => (tidy?.includes('nfc') ? value.normalize('NFC') : value),
  parseStored: (value) => parsePlainText(value),
  doublesDollar: true,
  columnType: () => 'text',
  constraint: (field, column) => {
    const length = field.max === undefined ? [] : [sql`char_length(${column}) <= ${trusted(`${field.max}`)}`]
    const form = field.hashed === undefined ? [] : [sql`${column} like ${literal(`$${field.hashed}$%`)}`]
    const conditions = [...length, ...form, ...tidyConditions(field, column)]
    return conditions.length === 0 ? undefined : join(conditions, ' and ')
  },
  adaptation: (field) =>
    field.tidy && {
      title: 'Tidy',
      using: (column) => tidySql(field, column),
      loses: 'how the text was written before',
    },
  indexLength: ({ max }) => max ?? Infinity,
  inTemplate: { toText: (column) => column, maxLength: ({ max }) => max ?? Infinity },
  inExpression: (field) => (isSecret(field) ? undefined : { type: 'text' }),
  jsonLength: ({ max, format }) => escapedLength(max ?? (format === 'email' ? maxEmailLength : Infinity)),
  typeScript: () => 'string',
  schema: ({ max, format }) => ({
    type: 'string',
    ...(max === undefined ? {} : { maxLength: max }),
    ...(format === undefined ? {} : { format: schemaFormats[format] }),
  }),
  sentSchema: (field) => ({
    type: 'string',
    // Text is tidied before it is checked, so other text may be accepted.
    ...(field.tidy ? { description: `Tidied: ${field.tidy.join(', ')}.` } : limitsOf(field)),
    ...(field.secret ? { writeOnly: true } : {}),
  }),
  toJson: (_, column) => column,
  toKnown: ({ hashed: _, ...known }) => known,
}

function limitsOf({ max, pattern, format }: TextField): Schema {
  return {
    ...(format === undefined ? {} : { format: schemaFormats[format] }),
    ...(max === undefined ? {} : { maxLength: max }),
    ...(pattern === undefined ? {} : { pattern: `^(?:${pattern})$` }),
  }
}

/** The maximum length in JSON of that many characters: a control character takes six bytes. */
export function escapedLength(characters: number): number {
  return 6 * characters + 2
}

/** Whether the values of a field must not be shown. */
export function isSecret(field: CommonField & { readonly type: string; readonly secret?: boolean }): boolean {
  return field.type === 'text' && field.secret === true
}

/** Finds text that PostgreSQL cannot store and return unchanged. */
export function findTextFault(value: string): string | undefined {
  if (value.includes('\0')) return 'must not contain the NUL character'
  if (!value.isWellFormed()) return 'must be well-formed Unicode: it contains half of a surrogate pair'
  return undefined
}

/** A list of text constants. */
export function toLiterals(values: readonly string[]) {
  return values.map((value) => literal(value))
}

/** Reads any text that PostgreSQL can compare. */
export function parsePlainText(value: unknown): Reading {
  if (typeof value !== 'string') return { fault: 'must be text' }
  const fault = findTextFault(value)
  return fault === undefined ? { value } : { fault }
}

function parseText(sent: string, field: TextField): Reading {
  const unfit = findTextFault(sent)
  if (unfit !== undefined) return { fault: unfit }
  const value = tidyText(sent, field)
  // Text of white space alone is no value.
  if (value === '' && field.required && field.tidy?.includes('trim')) return { fault: 'is required' }
  const fault = findShapeFault(value, field)
  return fault === undefined ? { value } : { fault }
}

function tidyReading(reading: Reading, field: TextField): Reading {
  return 'value' in reading && field.tidy ? { value: tidyText(String(reading.value), field) } : reading
}

function checkMax({ max, unique, indexed }: TextField): string[] {
  if (max !== undefined && !(Number.isInteger(max) && max >= 1 && max <= 10_485_760))
    return ['max must be a whole number of characters from 1 to 10485760, such as max: 100']
  if ((unique || indexed) && (max === undefined || max > maxIndexedLength))
    return [`an index needs short text: write max: ${maxIndexedLength} or less`]
  return []
}

function checkPattern({ pattern }: TextField): string[] {
  if (pattern === undefined) return []
  if (typeof pattern !== 'string') return ["pattern must be a text, such as pattern: '[A-Z]{2}'"]
  try {
    toPattern(pattern)
    return []
  } catch (error) {
    return [`pattern is not a regular expression (${error instanceof Error ? error.message : 'unknown fault'})`]
  }
}

function checkSecret({ secret, unique }: TextField): string[] {
  return secret && unique ? ['a secret cannot be unique: a refusal would show that another record has it'] : []
}

function checkFormat({ format, multiline, secret }: TextField): string[] {
  const mistakes = []
  if (format !== undefined && format !== 'email' && format !== 'url')
    mistakes.push("format must be 'email' or 'url'; for anything else write a pattern")
  if (multiline !== undefined && typeof multiline !== 'boolean') mistakes.push('multiline must be true or false')
  if (secret !== undefined && typeof secret !== 'boolean') mistakes.push('secret must be true or false')
  return mistakes
}
