import { maxNames } from '../call/parameter/limits.ts'
import { Failure } from '../failure/failure.ts'
import type { Model } from '../model/Model.ts'
import type { Models } from '../model/Models.ts'
import { orderWithin } from '../model/order.ts'
import type { Relation } from '../model/relation/Relation.ts'
import { parseDestination } from '../criteria/path.ts'
import { expandFieldSets } from './fieldSets.ts'
import { parseSort } from './parseSort.ts'
import type { SelectedMember, Selection } from './Selection.ts'

/** Selects the fields that a client names, alone or as a set; dotted names become nested selections. */
export function parseSelection(names: readonly string[], model: Model, models: Models): Selection {
  if (names.length > maxNames)
    throw new Failure('invalid-parameter', `The list of fields must have at most ${maxNames} names.`)
  const whole = expandFieldSets(names, model, models)
  // Check each whole name first: its parts alone would never have too many steps.
  for (const name of whole) parseDestination(name, model, models)
  return select(whole, model, models)
}

/** Selects the model's list fields, which find shows by default. */
export function listSelection(model: Model, models: Models): Selection {
  return select(model.list, model, models)
}

function select(names: readonly string[], model: Model, models: Models): Selection {
  for (const name of names) parseDestination(name, model, models)
  const heads = Map.groupBy(names, (name) => name.split('.', 1)[0] ?? '')
  const members = [...heads].flatMap(([head, grouped]) => {
    const rests = grouped.map((name) => name.slice(head.length + 1)).filter((rest) => rest !== '')
    return head === 'id' || head === 'version' ? [] : [toMember(head, rests, model, models)]
  })
  return { model, members }
}

function toMember(head: string, rests: readonly string[], model: Model, models: Models): SelectedMember {
  const destination = parseDestination(head, model, models)
  if (destination.to === 'relation') {
    const { relation } = destination
    const target = models.get(relation.target)
    const order = orderOf(relation, target)
    const sort = order.length === 0 ? {} : { sort: parseSort(order, target, models) }
    return { shows: 'relation', relation, selection: selectOther(target, rests, models), ...sort }
  }
  const { field } = destination.path
  if (field.type === 'reference')
    return { shows: 'reference', field, selection: selectReferred(field.target, rests, models) }
  return { shows: 'field', field }
}

/** The order of the records of a relation: its own, or that of their model. */
function orderOf(relation: Relation, target: Model): readonly string[] {
  const own = relation.type === 'collection' ? relation.sortBy : undefined
  return own ? orderWithin(own, target) : (target.sortBy ?? [])
}

function selectReferred(target: string, rests: readonly string[], models: Models): Selection | undefined {
  const model = models.find(target)
  return model && selectOther(model, rests, models)
}

/** A record that others refer to is shown with its title. If the caller may not see that, it is the id. */
function selectOther(model: Model, rests: readonly string[], models: Models): Selection {
  return select([...new Set([model.title, ...rests])], model, models)
}
