import type { Schema } from '../model/field/Schema.ts'
import { listOf, shownObject } from './refs.ts'
import { anything, open, text, whole } from './values.ts'

/** A text in the language of the request; with `language=*` the texts by language, where they are declared so. */
export const words: Schema = { anyOf: [text, { type: 'object', additionalProperties: text }] }

/** What a form asks of its record, as it is declared and as a tree. */
const formTest: Schema = shownObject({ holds: anything, tree: open }, ['tree'])

/** What every field is described by: when a form shows it, and when it must have a value. */
export const fieldMembers: Readonly<Record<string, Schema>> = {
  name: text,
  type: text,
  label: words,
  when: { ...open, description: 'When forms show it, with the tree of the condition; of a series: its criteria.' },
  requiredWhen: { ...formTest, description: 'Which records must have a value.' },
}

/** A part of a form. */
export const section: Schema = shownObject(
  {
    label: words,
    fields: listOf({ anyOf: [text, shownObject({ name: text, width: whole }, ['name'])] }),
    when: { ...formTest, description: 'When forms show it; always if absent.' },
    tab: { const: true, description: 'Whether a tab begins with it.' },
    columns: { ...whole, description: 'How many fields stand side by side.' },
  },
  ['label', 'fields'],
)
