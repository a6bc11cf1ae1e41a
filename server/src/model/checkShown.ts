import { didYouMean } from '../text/didYouMean.ts'
import { isSecret } from './field/text.ts'
import { builtInFields, type Model } from './Model.ts'

/** The most fields that a picker or a grid of lines shows. */
const most = 8

/** Returns the mistakes of a list of fields that a console shows of a model: `pick`, or `columns` of a collection. */
export function checkShown(member: 'pick' | 'columns', list: unknown, { fields }: Pick<Model, 'fields'>): string[] {
  if (list === undefined) return []
  if (!Array.isArray(list) || list.length === 0 || list.length > most)
    return [`${member} must be a list of 1 to ${most} field names, such as ${member}: ['code', 'name']`]
  const known: readonly string[] = [...fields.map(({ name }) => name), ...builtInFields]
  const unknown = list.filter((name) => !known.includes(name))
  return [
    ...unknown.map(
      (name) => `${member} names "${name}", which is not a field of the model.${didYouMean(String(name), known)}`,
    ),
    ...fields
      .filter((field) => isSecret(field) && list.includes(field.name))
      .map(({ name }) => `${member} names "${name}", which is a secret and never shown: leave it out`),
    ...(new Set(list).size < list.length ? [`${member} must not name a field twice`] : []),
  ]
}
