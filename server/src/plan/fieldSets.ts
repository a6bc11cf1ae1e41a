import { parseDestination } from '../criteria/path.ts'
import { currencyOf } from '../model/field/money.ts'
import { isSecret } from '../model/field/text.ts'
import { auditFields, type Model } from '../model/Model.ts'
import type { Models } from '../model/Models.ts'

/** Names that stand for several fields, so that a client need not know the model before it asks. */
const fieldSets: ReadonlyMap<string, (model: Model, models: Models) => string[]> = new Map([
  ['@list', listFields],
  ['@form', formFields],
])

/** Puts the fields of a model in the place of the names that stand for several. The model is as the caller sees it. */
export function expandFieldSets(names: readonly string[], model: Model, models: Models): readonly string[] {
  if (!names.some((name) => fieldSets.has(name))) return names
  return [...new Set(names.flatMap((name) => fieldSets.get(name)?.(model, models) ?? [name]))]
}

/** What a list shows: its fields, the title, and the currencies that its amounts need. */
function listFields(model: Model, models: Models): string[] {
  return [...model.list, model.title, ...model.list.flatMap((name) => findCurrency(name, model, models) ?? [])]
}

/** The field with the currency of an amount, if another field has it and the caller sees it. */
function findCurrency(name: string, model: Model, models: Models): string | undefined {
  const destination = parseDestination(name, model, models)
  if (destination.to !== 'field') return undefined
  const { steps, field } = destination.path
  const currency = currencyOf(field)
  if (typeof currency !== 'object') return undefined
  const target = steps.at(-1)?.target
  const owner = target === undefined ? model : models.find(target)
  const isSeen = owner?.fields.some((one) => one.name === currency.field)
  return isSeen ? [...steps.map((step) => step.name), currency.field].join('.') : undefined
}

/** What a form shows: all fields but secrets, the links, and who wrote the record when; no collections. */
function formFields({ fields, relations }: Model): string[] {
  const own = fields.filter((field) => !isSecret(field))
  const links = relations.filter(({ type }) => type === 'links')
  return [...[...own, ...links].map(({ name }) => name), ...auditFields]
}
