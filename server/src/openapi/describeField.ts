import type { Transitions } from '../model/Check.ts'
import { hasExpression } from '../model/expressionDefaults.ts'
import type { Field } from '../model/field/Field.ts'
import type { Schema } from '../model/field/Schema.ts'
import type { Relation } from '../model/relation/Relation.ts'
import { toLabel } from '../model/toModel.ts'
import { inLanguage } from '../text/words.ts'

/** The schema with what people should know of its field, before what the schema says itself. */
export function withDescription(schema: Schema, ...sentences: readonly (string | undefined)[]): Schema {
  const all = [...sentences, schema.description].filter((sentence) => sentence !== undefined && sentence !== '')
  return all.length === 0 ? schema : { ...schema, description: all.join(' ') }
}

/** The label of a field or relation, unless it follows from its name, and its help. */
export function describeMember({ name, label, help }: Field | Relation): string {
  const own = label === toLabel(name) ? [] : [toSentence(inLanguage(label))]
  return [...own, ...(help === undefined ? [] : [toSentence(inLanguage(help))])].join(' ')
}

/** What is special about the value of a new record: that it is unique, its default, and what may follow it. */
export function describeValue(field: Field, transitions: Transitions): string {
  const own = Object.hasOwn(transitions, field.name) ? transitions[field.name] : undefined
  const steps = Object.entries(own ?? {}).map(
    ([from, to]) => `${from} → ${to.length === 0 ? 'nothing' : to.join(', ')}`,
  )
  return [
    ...(field.unique ? ['Unique.'] : []),
    ...(field.default === undefined
      ? []
      : [`Default: ${hasExpression(field) ? 'computed by the service' : toText(field.default)}.`]),
    ...(steps.length === 0 ? [] : [`Transitions: ${steps.join('; ')}.`]),
  ].join(' ')
}

function toSentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
