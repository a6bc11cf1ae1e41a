import type { Field } from './Field.ts'
import { findType } from './fieldTypes.ts'
import { currencyOf, findPinned, withCurrency } from './money.ts'
import { isRollup, partsOf, type ResolvedRollup, type RollupField } from './rollup.ts'
import type { Model } from '../Model.ts'

/** The digits by which a sum may be longer than its values: enough for ten billion of them. */
const moreDigits = 10

/** The models with what their rollups take from other models. A rollup that cannot be resolved is a mistake. */
export function resolveRollups(models: readonly Model[]): readonly Model[] {
  const byName = new Map(models.map((model) => [model.name, model]))
  return models.map((model) => {
    const isOpen = (field: Field) => isRollup(field) && !field.resolved
    if (!model.fields.some(isOpen)) return model
    return { ...model, fields: model.fields.map((field) => (isOpen(field) ? resolve(field, model, byName) : field)) }
  })
}

function resolve(field: Field, model: Model, byName: ReadonlyMap<string, Model>): Field {
  if (!isRollup(field) || typeof field.of !== 'string') return field
  const { relation, member } = partsOf(field)
  const target = byName.get(model.relations.find(({ name }) => name === relation)?.target ?? '')
  const of = target?.fields.find(({ name }) => name === member)
  const result = target && withOneCurrency(toResult(field, of), field, of)
  if (!target || !result) return field
  const used = [member, field.by, ...fieldsInCriteria(field.where)]
  const uses = target.fields.map(({ name }) => name).filter((name) => used.includes(name))
  return { ...field, resolved: { target: target.name, uses, result } satisfies ResolvedRollup }
}

/** A field of the type of the value, with the name of the rollup. */
function toResult({ name, label, function: called }: RollupField, of: Field | undefined): Field | undefined {
  const common = { name, label, required: false, unique: false, indexed: false }
  if (called === 'count') return { ...common, type: 'integer' }
  const type = of && findType(of)
  if (!of || !type || type.stored === false) return undefined
  if (called !== 'sum') {
    // A value of another record is not asked for in a form of this one.
    const { when: _, requiredWhen: __, ...value } = of
    return { ...value, ...common }
  }
  if (!type.sums) return undefined
  if (type.sums.json(of) === 'number') return { ...common, type: 'integer' }
  const digits = Number(/\((\d+),/.exec(type.columnType(of))?.[1] ?? 0)
  return { ...common, type: 'decimal', precision: digits + moreDigits, scale: type.sums.scale(of) }
}

/** The result in the currency of its values. If that is in a field, the criteria of the rollup say which counts. */
function withOneCurrency(result: Field | undefined, { where }: RollupField, of: Field | undefined): Field | undefined {
  const currency = of && currencyOf(of)
  if (!result || currency === undefined) return result
  return withCurrency(result, typeof currency === 'string' ? currency : (findPinned(where, currency.field) ?? currency))
}

/** The names of fields in criteria that may have mistakes, which are reported elsewhere. */
function fieldsInCriteria(criteria: unknown): string[] {
  if (typeof criteria !== 'object' || criteria === null) return []
  return Object.values(criteria).flatMap((value: unknown) => {
    if (typeof value === 'string') return [value.replace(/^\$record\./, '')]
    return fieldsInCriteria(value)
  })
}
