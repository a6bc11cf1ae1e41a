import { isBuiltInField, type Model } from '../model/Model.ts'
import type { Models } from '../model/Models.ts'
import { orderWithin } from '../model/order.ts'
import { searchFields } from '../model/searchFields.ts'
import type { Relation } from '../model/relation/Relation.ts'
import type { Field } from '../model/field/Field.ts'
import { isStored } from '../model/field/fieldTypes.ts'
import { isRollup, partsOf } from '../model/field/rollup.ts'
import { type Member, sourcesOf } from '../model/sourcesOf.ts'
import { type Allowance, isFieldIn } from './Allowance.ts'

/** What a caller may read, by model. */
type AllowancesByModel = ReadonlyMap<string, readonly Allowance[]>

/** Returns a model without the fields and relations that the allowances make readable in no record. */
export function restrictModel(model: Model, byModel: AllowancesByModel, models: Models): Model {
  const allowances = byModel.get(model.name) ?? []
  const isReadable = ({ name }: { name: string }) => isReadableIn(name, allowances)
  const isAlwaysReadable = (name: string) => allowances.every((allowance) => isFieldIn(allowance, name))
  const { search: _search, accents, together, unique, constraints = [], sortBy, pick, indexes: _, ...described } = model
  const { sections: _sections, checks: _checks, transitions: _transitions, only: _only, ...known } = described
  const { undoTransitions: _undoTransitions, views: _views, ...others } = known
  const relations = model.relations.filter((relation) => isReadable(relation) && isOtherSideReadable(relation, byModel))
  const fields = model.fields.filter(
    (field) =>
      isReadable(field) &&
      areMembersReadable(field, allowances, relations, byModel) &&
      !followsFromHidden(field, model, byModel, models),
  )
  const has = (name: string) => isBuiltInField(name) || fields.some((field) => field.name === name)
  const keys = constraints.filter((one) => one.fields.every(has))
  const search = searchFields(model).filter((name) => has(name) && isAlwaysReadable(name))
  return {
    ...others,
    fields,
    relations,
    list: model.list.filter(has),
    ...(sortBy ? { sortBy: orderWithin(sortBy, { fields }) } : {}),
    ...(pick ? { pick: pick.filter(has) } : {}),
    // If the title is hidden, records are shown by their ids.
    title: has(model.title) ? model.title : 'id',
    // `q` searches fields that are readable in every record. The index covers all search fields: it is used only if
    // all of them are readable. An empty list is not the same as none: nothing else is searched instead.
    search,
    ...(accents === undefined ? {} : { accents }),
    ...(unique ? { unique: unique.filter((group) => group.every(has)) } : {}),
    ...(keys.length > 0 ? { constraints: keys } : {}),
    ...(together ? { together: together.map((group) => group.filter(has)).filter((group) => group.length > 1) } : {}),
  }
}

function isReadableIn(name: string, allowances: readonly Allowance[]): boolean {
  return allowances.some((allowance) => isFieldIn(allowance, name))
}

/** A rollup shows what it is computed from: it is readable only if its relation and the fields of its records are. */
function areMembersReadable(
  field: Field,
  allowances: readonly Allowance[],
  relations: readonly Relation[],
  byModel: AllowancesByModel,
): boolean {
  if (!isRollup(field)) return true
  if (!field.resolved) return false
  const { target, uses } = field.resolved
  const { relation } = partsOf(field)
  const others = byModel.get(target) ?? []
  return (
    relations.some(({ name }) => name === relation) &&
    allowances.some((one) => isFieldIn(one, field.name) && isFieldIn(one, relation)) &&
    uses.every((name) => isReadableIn(name, others))
  )
}

/**
 * Whether a field follows from something that is hidden, also by way of other fields. What follows from a hidden field
 * of the same record is hidden by the rule itself, for the records that it is about.
 */
function followsFromHidden(
  field: Field,
  model: Model,
  byModel: AllowancesByModel,
  models: Models,
  seen: readonly Field[] = [],
): boolean {
  if (seen.includes(field)) return false
  return sourcesOf(field, model, (name) => models.find(name)).some((source) => {
    const owner = models.get(source.model)
    const next = owner.fields.find(({ name }) => name === source.name)
    const isOwn = source.model === model.name && next !== undefined && isStored(next)
    const allowances = byModel.get(source.model) ?? []
    if (!isOwn && (isStored(field) ? isHidden(source, allowances) : !isReadableIn(source.name, allowances))) return true
    return next !== undefined && followsFromHidden(next, owner, byModel, models, [...seen, field])
  })
}

/**
 * Whether a rule hides a field and none shows it in every record. A value that is stored elsewhere would show it in all
 * of them.
 */
function isHidden({ name }: Member, allowances: readonly Allowance[]): boolean {
  const isShown = allowances.some((one) => one.condition === undefined && isFieldIn(one, name))
  return !isShown && allowances.some((one) => one.rule.hideFields && !isFieldIn(one, name))
}

/** A collection reveals the references of other records, so it is readable only if that reference is. */
function isOtherSideReadable(relation: Relation, byModel: AllowancesByModel): boolean {
  const allowances = byModel.get(relation.target)
  return allowances !== undefined && (relation.type === 'links' || isReadableIn(relation.by, allowances))
}
