import type { Words } from '../i18n/Words.ts'
import type { FieldMeta, ModelMeta } from '../meta/ModelMeta.ts'
import { followersOf } from '../meta/steps.ts'

/** What the service says of a field: a step that it refuses names values, and people know them by their labels. */
export function faultWords(message: string, field: FieldMeta | undefined, model: ModelMeta, words: Words): string {
  const from = field?.values?.find((value) => isStepFrom(message, value))
  if (!field || from === undefined) return message
  const labelOf = (value: string) => field.labels?.[value] ?? value
  const followers = followersOf(model, field.name, from) ?? []
  return followers.length === 0
    ? words.refusal.final(labelOf(from))
    : words.refusal.cantFollow(labelOf(from), followers.map(labelOf).join(', '))
}

/** Whether a message of the service is about a step from a value. */
function isStepFrom(message: string, value: string): boolean {
  return message === `can't change: ${value} is final` || message.startsWith(`can't follow ${value}; allowed: `)
}
