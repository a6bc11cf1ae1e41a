import { maxNames } from '../call/parameter/limits.ts'
import { Failure } from '../failure/failure.ts'
import type { Model } from '../model/Model.ts'
import type { Models } from '../model/Models.ts'
import { parseDestination } from '../criteria/path.ts'
import type { SelectedMember, Selection } from './Selection.ts'

/** Selects the fields that a client names; dotted names become nested selections. */
export function parseSelection(names: readonly string[], model: Model, models: Models): Selection {
  if (names.length > maxNames)
    throw new Failure('invalid-parameter', `The list of fields must have at most ${maxNames} names.`)
  // Check each whole name first: its parts alone would never have too many steps.
  for (const name of names) parseDestination(name, model, models)
  return select(names, model, models)
}

/** Selects the model's list fields, which find shows by default. */
export function listSelection(model: Model, models: Models): Selection {
  return select(model.list, model, models)
}

/** What a reference shows of its record: the title, if the caller sees it. */
function titleNames({ title, fields }: Model): string[] {
  return fields.some(({ name }) => name === title) ? [title] : []
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
    return { shows: 'relation', relation, selection: selectOther(models.get(relation.target), rests, models) }
  }
  const { field } = destination.path
  if (field.type === 'reference')
    return { shows: 'reference', field, selection: selectReferred(field.target, rests, models) }
  return { shows: 'field', field }
}

function selectReferred(target: string, rests: readonly string[], models: Models): Selection | undefined {
  const model = models.find(target)
  return model && selectOther(model, rests, models)
}

function selectOther(model: Model, rests: readonly string[], models: Models): Selection {
  return select([...new Set([...titleNames(model), ...rests])], model, models)
}
