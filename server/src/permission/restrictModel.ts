import type { Model } from '../model/Model.ts'
import type { Relation } from '../model/relation/Relation.ts'
import type { Field } from '../model/field/Field.ts'
import { isRollup, partsOf } from '../model/field/rollup.ts'
import { type Allowance, isFieldIn } from './Allowance.ts'

/** Returns a model without the fields and relations that the allowances make readable in no record. */
export function restrictModel(
  model: Model,
  allowances: readonly Allowance[],
  byModel: ReadonlyMap<string, readonly Allowance[]>,
): Model {
  const isReadable = ({ name }: { name: string }) => isReadableIn(name, allowances)
  const isAlwaysReadable = (name: string) => allowances.every((allowance) => isFieldIn(allowance, name))
  const { search, accents, together, unique, indexes: _, ...described } = model
  const { sections: _sections, checks: _checks, transitions: _transitions, only: _only, ...others } = described
  const relations = model.relations.filter((relation) => isReadable(relation) && isOtherSideReadable(relation, byModel))
  const fields = model.fields.filter(
    (field) => isReadable(field) && areMembersReadable(field, allowances, relations, byModel),
  )
  const has = (name: string) => fields.some((field) => field.name === name)
  const searched = search?.filter(isAlwaysReadable) ?? []
  return {
    ...others,
    fields,
    relations,
    list: model.list.filter(has),
    // If the title is hidden, records are shown by their ids.
    title: has(model.title) ? model.title : 'id',
    // `q` searches fields that are readable in every record. The index covers all search fields: it is used only if
    // all of them are readable.
    ...(searched.length > 0 ? { search: searched, ...(accents === undefined ? {} : { accents }) } : {}),
    ...(unique ? { unique: unique.filter((group) => group.every(has)) } : {}),
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
  byModel: ReadonlyMap<string, readonly Allowance[]>,
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

/** A collection reveals the references of other records, so it is readable only if that reference is. */
function isOtherSideReadable(relation: Relation, byModel: ReadonlyMap<string, readonly Allowance[]>): boolean {
  const allowances = byModel.get(relation.target)
  return allowances !== undefined && (relation.type === 'links' || isReadableIn(relation.by, allowances))
}
