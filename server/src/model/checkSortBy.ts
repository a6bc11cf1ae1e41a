import { suggest } from '../text/didYouMean.ts'
import type { Field } from './field/Field.ts'
import { findType, isStored } from './field/fieldTypes.ts'
import { isSecret } from './field/text.ts'
import { withoutSign } from './order.ts'
import { builtInFields, isBuiltInField, type Model } from './Model.ts'

/** The most fields of a declared order. */
const maxFields = 4

const example = "sortBy must be a list of 1 to 4 field names, such as sortBy: ['-createdOn']"

/** Returns the mistakes in an order of a model's records: its own, or that of a collection of them. */
export function checkSortBy(sortBy: unknown, model: Model): string[] {
  if (sortBy === undefined) return []
  if (!Array.isArray(sortBy) || sortBy.length === 0 || sortBy.length > maxFields) return [example]
  const names = sortBy.map((name) => withoutSign(String(name)))
  if (new Set(names).size < names.length) return ['sortBy must not name a field twice']
  return names.flatMap((name) => findFault(name, model))
}

function findFault(name: string, { fields }: Model): string[] {
  if (isBuiltInField(name)) return []
  const field = fields.find((one) => one.name === name)
  if (!field) {
    const known = [...fields.filter(isSortable).map((one) => one.name), ...builtInFields]
    return [`sortBy names "${name}", which is not a field of the model.${suggest(name, known)}`]
  }
  if (isSortable(field)) return []
  if (isSecret(field)) return [`sortBy names "${name}", which is a secret and never shown: leave it out`]
  const why =
    findType(field) && !isStored(field)
      ? 'is computed when it is read, by each list for all records: use a stored field'
      : `is of type ${field.type}, which has no order: use a text, a number or a date`
  return [`sortBy names "${name}", which ${why}`]
}

function isSortable(field: Field): boolean {
  return findType(field)?.sortable === true && isStored(field) && !isSecret(field)
}
