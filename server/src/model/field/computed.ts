import { didYouMean } from '../../text/didYouMean.ts'
import { join, literal, name, sql, type Sql } from '../../sql/sql.ts'
import type { Model } from '../Model.ts'
import { columnOf } from '../names.ts'
import type { FieldDeclaration } from './declaration.ts'
import type { CommonField, CommonOptions, FieldType, FindType } from './FieldType.ts'
import { escapedLength, isSecret, maxIndexedLength, parsePlainText } from './text.ts'
import { textual } from './traits.ts'

export interface ComputedField extends CommonField {
  readonly type: 'computed'
  readonly template: string
}

export type ComputedOptions = Omit<CommonOptions<never>, 'required' | 'default'>

/**
 * Text that PostgreSQL computes from other fields of the record: `{firstName} {lastName}`. A part in square brackets is
 * omitted if a field in it has no value: `{name}[ ({country})]`.
 */
export function computed<const Options extends ComputedOptions>(
  template: string,
  options?: Options,
): FieldDeclaration<string, true, false, 'computed'> & Options & { template: string } {
  return { ...(options as Options), template, type: 'computed' }
}

export const computedType: FieldType<ComputedField> = {
  ...textual,
  options: ['template'],
  without: ['required', 'requiredWhen', 'default'],
  writable: false,
  uses: ({ template }) => fieldsIn(template),
  check: (field, model, _, findType) => {
    if (typeof field.template !== 'string' || !isWellFormed(field.template))
      return [
        "a computed field needs a template such as computed('{firstName} {lastName}'), with [ ] for optional parts",
      ]
    const names = fieldsIn(field.template)
    if (names.length === 0) return ['the template names no field: write at least one in braces, such as {lastName}']
    return [...names.flatMap((part) => checkPart(part, model, findType)), ...checkIndex(field, model, findType)]
  },
  read: () => ({ fault: 'is computed and cannot be set' }),
  parseOperand: (value) => parsePlainText(value),
  columnType: () => 'text',
  generated: ({ template }, model, findType) => {
    const parts = toSegments(template).map(({ text, optional }) => {
      const whole = concatenation(text, optional, model, findType)
      return optional ? sql`coalesce(${whole}, '')` : whole
    })
    return { template, expression: join(parts, ' || ') }
  },
  indexLength: maxLengthOf,
  toKnown: (field, isKnown) => {
    if (fieldsIn(field.template).every((part) => isKnown.field(part))) return field
    const { template: _, ...others } = field
    return others
  },
  inExpression: () => ({ type: 'text' }),
  jsonLength: (...field) => escapedLength(maxLengthOf(...field)),
  typeScript: () => 'string',
  isNeverNull: () => true,
  schema: () => ({ type: 'string' }),
  sentSchema: () => ({}),
  toJson: (_, column) => column,
}

/** The fields in a template, in their order. */
export function fieldsIn(template: string): string[] {
  return Array.from(template.matchAll(/\{([^{}]*)\}/g), ([, part]) => part ?? '')
}

function isWellFormed(template: string): boolean {
  return /^(?:[^{}[\]]|\{[^{}[\]]+\}|\[(?:[^{}[\]]|\{[^{}[\]]+\})*\])+$/.test(template) && !template.includes('\0')
}

function toSegments(template: string): { text: string; optional: boolean }[] {
  return Array.from(template.matchAll(/\[([^\]]*)\]|[^[]+/g), ([whole, inside]) => ({
    text: inside ?? whole,
    optional: inside !== undefined,
  }))
}

/** One segment as SQL. A missing value makes an optional segment null; in other segments it is empty text. */
function concatenation(segment: string, optional: boolean, model: Model, findType: FindType): Sql {
  const pieces = Array.from(segment.matchAll(/\{([^{}]*)\}|[^{]+/g), ([whole, part]) => {
    if (part === undefined) return literal(whole)
    const column = name(columnOf(part))
    const field = model.fields.find((candidate) => candidate.name === part)
    const text = (field && findType(field)?.inTemplate?.toText(column)) ?? column
    return optional ? text : sql`coalesce(${text}, '')`
  })
  return sql`(${join(pieces, ' || ')})`
}

function checkPart(part: string, model: Model, findType: FindType): string[] {
  const field = model.fields.find((candidate) => candidate.name === part)
  if (!field) return [`the template names {${part}}, which is not a field of this model.${nearest(part, model)}`]
  if (!findType(field)?.inTemplate)
    return [`the template names {${part}} of type ${field.type}; it can hold texts, choices and numbers only`]
  if (isSecret(field)) return [`the template names {${part}}, which is a secret and never shown: leave it out`]
  return []
}

function nearest(part: string, { fields }: Model): string {
  return didYouMean(
    part,
    fields.map(({ name: one }) => one),
  )
}

function checkIndex(field: ComputedField, model: Model, findType: FindType): string[] {
  if ((!field.unique && !field.indexed) || maxLengthOf(field, model, findType) <= maxIndexedLength) return []
  return [`an index needs short text: give its fields a max, together under ${maxIndexedLength}`]
}

/** The maximum length of a computed field in characters. */
function maxLengthOf({ template }: ComputedField, model: Model, findType: FindType): number {
  return fieldsIn(String(template)).reduce((sum, part) => {
    const field = model.fields.find((candidate) => candidate.name === part)
    return sum + ((field && findType(field)?.inTemplate?.maxLength(field)) ?? 0)
  }, String(template).length)
}
