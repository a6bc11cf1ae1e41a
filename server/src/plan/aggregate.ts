import type { AggregateRequest } from '../call/AggregateRequest.ts'
import { maxGroups } from '../call/parameter/limits.ts'
import { everything } from '../criteria/Condition.ts'
import { withArchived } from '../criteria/archived.ts'
import { parseCondition } from '../criteria/parseCondition.ts'
import { Failure } from '../failure/failure.ts'
import { type AggregateFunction, aggregateFunctions } from '../model/aggregates.ts'
import { typeOf } from '../model/field/fieldTypes.ts'
import type { Field } from '../model/field/Field.ts'
import type { Model } from '../model/Model.ts'
import type { Models } from '../model/Models.ts'
import { didYouMean } from '../text/didYouMean.ts'
import type { Authorization } from '../permission/Authorization.ts'
import type { AggregatePlan, Group, GroupSortKey, Measure } from './AggregatePlan.ts'
import { ParameterFaults } from './ParameterFaults.ts'
import { parseGroup, parseOnePath } from './parseGroup.ts'
import { refuseMixedSums } from './refuseMixedSums.ts'
import { parseWords } from './search.ts'

/** The most fields of all functions together. */
export const maxMeasures = 32

/** Plans an aggregate. Rejects every name that the model does not have. */
export function planAggregate(
  request: AggregateRequest,
  whole: Model,
  authorization: Authorization,
  { answerLimit }: { readonly answerLimit?: number },
): AggregatePlan {
  const { models } = authorization.rights.visibility
  const model = models.require(whole.name)
  const { criteria, q, groupBy, count, fields, sortBy, offset, limit } = request
  refuseSize(request)
  const faults = new ParameterFaults()
  const groups = groupBy.flatMap((group) => faults.collect(() => parseGroup(group, model, models)))
  refuseTwice('groupBy', groups)
  const measures = aggregateFunctions.flatMap((name) =>
    fields[name].flatMap((field) => faults.collect(() => parseMeasure(name, field, model, models))),
  )
  const [condition = everything] = faults.collect(() =>
    withArchived(parseCondition(criteria, model, models), model, request.archived),
  )
  faults.throwIfAny()
  for (const name of aggregateFunctions)
    refuseTwice(
      name,
      measures.filter((measure) => measure.function === name),
    )
  refuseMixedSums({ groups, measures, condition })
  const wanted = { groups, measures, count }
  return {
    operation: 'aggregate',
    model,
    authorization,
    condition,
    words: parseWords(q, model, whole),
    ...wanted,
    sort: parseSort(sortBy, wanted),
    offset,
    limit,
    ...(answerLimit === undefined ? {} : { answerLimit }),
    identity: JSON.stringify([
      model.name,
      criteria ?? null,
      q ?? null,
      groupBy,
      count,
      fields,
      sortBy,
      request.archived,
    ]),
  }
}

function refuseSize({ groupBy, count, fields }: AggregateRequest): void {
  const measures = aggregateFunctions.reduce((sum, name) => sum + fields[name].length, 0)
  if (groupBy.length > maxGroups) throw invalid(`The list groupBy must have at most ${maxGroups} fields.`)
  if (measures > maxMeasures)
    throw invalid(`The lists ${aggregateFunctions.join(', ')} must have at most ${maxMeasures} fields together.`)
  if (groupBy.length === 0 && measures === 0 && !count)
    throw invalid(`Ask for something: groupBy, count or one of ${aggregateFunctions.join(', ')}.`)
}

function refuseTwice(list: string, named: readonly { readonly name: string }[]): void {
  const twice = named.find(({ name }, index) => named.findIndex((one) => one.name === name) < index)
  if (twice) throw invalid(`The list ${list} has the name ${twice.name} twice.`)
}

/** Parses a function over a field. */
export function parseMeasure(name: AggregateFunction, field: string, model: Model, models: Models): Measure {
  const path = parseOnePath(field, model, models)
  refuseMisfit(name, field, path.field)
  return { function: name, name: field, path }
}

function refuseMisfit(name: AggregateFunction, fieldName: string, field: Field): void {
  const { sums, ordered, comparable } = typeOf(field)
  const isCount = name === 'countDistinct' || name === 'filled'
  const fits = isCount ? comparable : name === 'min' || name === 'max' ? ordered : sums !== undefined
  if (fits) return
  const takes = isCount
    ? 'fields whose values can be compared'
    : name === 'min' || name === 'max'
      ? 'numbers, dates and text'
      : 'numbers'
  throw invalid(`The function ${name} is for ${takes}, and ${fieldName} is of type ${field.type}.`)
}

/** Sort keys, completed by the groups, so that the order is total. */
function parseSort(names: readonly string[], wanted: Pick<AggregatePlan, 'groups' | 'measures' | 'count'>) {
  const known = sortableOf(wanted)
  refuseTwice(
    'sortBy',
    names.map((name) => ({ name: name.replace(/^-/, '') })),
  )
  const keys = names.map((text): GroupSortKey => {
    const name = text.replace(/^-/, '')
    const key = known.find((one) => one.name === name)
    if (!key) throw unknownSortKey(name, known)
    return { of: key.of, index: key.index, descending: text.startsWith('-') }
  })
  const rest = wanted.groups.map((_, index): GroupSortKey => ({ of: 'group', index, descending: false }))
  return [...keys, ...rest.filter((key) => !keys.some((one) => one.of === 'group' && one.index === key.index))]
}

type Sortable = Pick<GroupSortKey, 'of' | 'index'> & { readonly name: string }

/** What the groups can be sorted by: their fields, and the figures that the request asks for. */
function sortableOf({ groups, measures, count }: Pick<AggregatePlan, 'groups' | 'measures' | 'count'>): Sortable[] {
  return [
    ...groups.map(({ name }: Group, index) => ({ name, of: 'group' as const, index })),
    ...(count ? [{ name: 'count', of: 'count' as const, index: 0 }] : []),
    ...measures.map((measure, index) => ({
      name: `${measure.function}.${measure.name}`,
      of: 'measure' as const,
      index,
    })),
  ]
}

function unknownSortKey(name: string, known: readonly Sortable[]): Failure {
  const names = known.map((one) => one.name)
  const suggestion = didYouMean(name, names)
  return invalid(
    `The groups cannot be sorted by "${name.slice(0, 100)}".${suggestion} This aggregate has ${names.join(', ')}.`,
  )
}

function invalid(message: string): Failure {
  return new Failure('invalid-parameter', message)
}
