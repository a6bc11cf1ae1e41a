import type { FieldMeta, ModelMeta } from './ModelMeta.ts'

/** The field that says which step a record has reached: the one called status, else the first with transitions. */
export function stepFieldOf({ fields, transitions = {} }: ModelMeta): FieldMeta | undefined {
  const choices = fields.filter(({ type, may }) => type === 'choice' && may?.read !== 'none')
  return choices.find(({ name }) => name === 'status') ?? choices.find(({ name }) => Object.hasOwn(transitions, name))
}
