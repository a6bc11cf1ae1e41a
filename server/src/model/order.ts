import { isBuiltInField, type Model } from './Model.ts'

/** The name of a field in an order: `-` before it means descending. */
export function withoutSign(name: string): string {
  return name.replace(/^-/, '')
}

/** A declared order as far as a model has its fields: to sort by what a caller may not see would tell it. */
export function orderWithin(sortBy: readonly string[], { fields }: Pick<Model, 'fields'>): readonly string[] {
  const isKnown = (name: string) => isBuiltInField(name) || fields.some((field) => field.name === name)
  return sortBy.filter((name) => isKnown(withoutSign(name)))
}

/** The fields of a model's order without the id that ends it; none if records are in the order of their ids. */
export function orderedFields({ sortBy = [] }: Pick<Model, 'sortBy'>): readonly string[] {
  const end = sortBy.findIndex((name) => withoutSign(name) === 'id')
  return end < 0 ? sortBy : sortBy.slice(0, end)
}

/** Whether an index is in the order of a model, so that a list reads its page and no more. */
export function isOrderIndexed(model: Model): boolean {
  const keys = orderedFields(model)
  const [first] = keys
  if (first === undefined) return true
  if (model.indexes?.some((index) => keys.every((key, at) => index[at] === key))) return true
  const field = model.fields.find(({ name }) => name === withoutSign(first))
  // An index of one field has missing values last if it is read forwards, and first if it is read backwards.
  if (!field || (first.startsWith('-') && !field.required)) return false
  return field.unique || (keys.length === 1 && (field.indexed || field.type === 'reference'))
}
