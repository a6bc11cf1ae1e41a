import { operators } from '../../criteria/operators.ts'
import { indexableColumns, isIndexable } from '../../model/checkIndexes.ts'
import type { Model } from '../../model/Model.ts'
import type { Models } from '../../model/Models.ts'
import { tableOf } from '../../model/names.ts'
import type { Criterion, SearchShape } from '../../plan/SearchShape.ts'
import { adviseAggregate } from './adviseAggregate.ts'
import { adviseIndex } from './adviseIndex.ts'
import { adviseComputed, isComputedAtRead } from './adviseComputed.ts'
import { findOwner } from './findOwner.ts'
import type { PlanProblem } from './findPlanProblems.ts'

/** What to declare, or how to change the search, so that it needs no scan. */
export function adviseSearch(shape: SearchShape, problems: readonly PlanProblem[], models: Models): string[] {
  const model = models.all.find(({ name }) => name === shape.model)
  if (!model) return [`${shape.model} is not among the models here: run the command with the models that are served.`]
  const tables = new Set(problems.map(({ table }) => table))
  const advice = [
    ...(tables.has(tableOf(model.name)) ? (shape.aggregated ? adviseAggregate : adviseOwn)(shape, model) : []),
    ...adviseOthers(shape, tables, model, models),
    ...adviseComputed(shape, model, models),
  ]
  return advice.length > 0 ? [...new Set(advice)] : [narrow]
}

const narrow =
  'No index can serve this search: add a criterion that every record must meet and few do, ' +
  'or omit the total (total: false).'

/** Advice about the fields of the model itself. */
function adviseOwn(shape: SearchShape, model: Model): string[] {
  const isOwn = ({ field }: Criterion) => !field.includes('.')
  const patterns = [...shape.all, ...shape.inside]
    .filter((criterion) => isOwn(criterion) && criterion.comparator === 'like')
    .map(({ field }) => field)
  const sets = shape.all
    .filter((criterion) => isOwn(criterion) && operators[criterion.comparator].index === 'elements')
    .map(({ field }) => field)
  const foreign = shape.sort.map((key) => key.replace(/^-/, '')).filter((key) => key.includes('.'))
  return [
    ...adviseIndex(indexFor(shape, model), model),
    ...[...new Set(sets)].flatMap((field) => adviseIndex({ keys: [field], sorted: false }, model)),
    ...(patterns.length > 0 ? [adviseWords([...new Set(patterns)], model)] : []),
    ...foreign.map(
      (key) => `No index is in the order of ${key}: sort by a field of ${model.name} itself, or ask for fewer records.`,
    ),
  ]
}

/** The fields for an index: those compared with `=`, then the sort or, without one, the first range. */
function indexFor({ all, sort }: SearchShape, model: Model): { keys: string[]; sorted: boolean } {
  const known = [...model.fields.filter(isIndexable).map(({ name }) => name), ...indexableColumns]
  const fieldsFor = (index: 'equal' | 'range') =>
    all.filter(({ comparator }) => operators[comparator].index === index).map(({ field }) => field)
  const equal = [...new Set(fieldsFor('equal'))].filter((name) => known.includes(name))
  const order = sort.filter((key) => !equal.includes(key.replace(/^-/, '')))
  if (order.length > 0 && order.every((key) => known.includes(key.replace(/^-/, ''))))
    return { keys: [...equal, ...order], sorted: true }
  const range = fieldsFor('range').filter((name) => known.includes(name) && !equal.includes(name))
  return { keys: [...equal, ...range.slice(0, 1)], sorted: false }
}

/** An ordinary index cannot find text inside a value. */
function adviseWords(patterns: readonly string[], { name, search = [] }: Model): string {
  const missing = patterns.filter((field) => !search.includes(field))
  const names = patterns.join(', ')
  if (missing.length === 0) return `Send q instead of like on ${names}: ${name} has an index for it.`
  const declared = [...search, ...missing].map((field) => `'${field}'`).join(', ')
  const declare = `In ${name} declare search: [${declared}]`
  return `${declare}, run npx tabularium migrate apply, and send q instead of like on ${names}.`
}

/** Advice about fields of other records, over references and relations. */
function adviseOthers(shape: SearchShape, tables: ReadonlySet<string>, model: Model, models: Models): string[] {
  const comparable = ({ comparator }: Criterion) =>
    comparator !== 'isNull' && !['none', 'elements'].includes(operators[comparator].index)
  return [...shape.all, ...shape.inside].filter(comparable).flatMap(({ field }) => {
    const { owner, name } = findOwner(field, model, models)
    const isOther = field.includes('.') && owner !== undefined && tables.has(tableOf(owner.name)) && name !== 'id'
    return isOther && !isComputedAtRead(field, model, models) ? adviseIndex({ keys: [name], sorted: false }, owner) : []
  })
}
