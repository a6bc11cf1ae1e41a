import * as fc from 'fast-check'
import type { Field } from '../../src/model/field/Field.ts'
import { typeOf } from '../../src/model/field/fieldTypes.ts'
import { isSecret } from '../../src/model/field/text.ts'
import type { Model } from '../../src/model/Model.ts'
import type { Models } from '../../src/model/Models.ts'
import { operatorOf, operatorsFor } from '../../src/criteria/operators.ts'
import { builtInColumns } from '../../src/criteria/path.ts'
import { elementOf } from './comparable.ts'
import type { Criterion, SearchBody } from './evaluate.ts'
import { operandOf, pattern, someText } from './randomValues.ts'

/** A search of one model, and the way in which it is asked. */
export interface Asked {
  readonly model: Model
  readonly body: SearchBody
  /** `find` puts the same into the address, `walk` goes through all pages, `mass` asks whom a change would concern. */
  readonly way: 'search' | 'find' | 'walk' | 'mass'
  /** For the ways that have it. */
  readonly words: readonly string[]
}

/** Where a dotted name leads; a relation is compared by the ids of its records. */
export interface Target {
  readonly name: string
  readonly field: Field | undefined
}

const deepest = 3
const [idField] = builtInColumns as [Field]

/** Every dotted name from a model: only over references, or over relations too. */
export function targetsOf(model: Model, models: Models, overRelations: boolean, depth = 1): Target[] {
  const known = model.fields.filter((field) => !isSecret(field))
  const own = [...known, ...builtInColumns].map((field) => ({ name: field.name, field }))
  const relations = overRelations ? model.relations.map(({ name }) => ({ name, field: undefined })) : []
  if (depth === deepest) return [...own, ...relations]
  const references = model.fields.filter((field) => field.type === 'reference')
  const ways = [...references, ...(overRelations ? model.relations : [])].filter(({ target }) => models.find(target))
  const further = ways.flatMap(({ name, target }) =>
    targetsOf(models.get(target), models, overRelations, depth + 1).map((one) => ({
      ...one,
      name: `${name}.${one.name}`,
    })),
  )
  return [...own, ...relations, ...further]
}

/** The operators for a field by their short and long names, as the service's table has them, and what they compare. */
function operatorsOf(field: Field): { name: string; takes: string; of: Field }[] {
  return operatorsFor(typeOf(field)).flatMap((comparator) => {
    const { long, takes, multiple } = operatorOf(comparator)
    const of = multiple ? elementOf(field) : field
    return [comparator, ...(long === undefined ? [] : [long])].map((name) => ({ name, takes, of }))
  })
}

/** Further values to compare a field with, one by one. */
export type MoreOperands = (field: Field, name: string) => readonly unknown[]

function comparisonOf({ name, field = idField }: Target, more: MoreOperands): fc.Arbitrary<Criterion> {
  const others = more(field, name)
  return fc.constantFrom(...operatorsOf(field)).chain(({ name: operator, takes, of }): fc.Arbitrary<Criterion> => {
    const listed = operandOf(of)
    const operand = others.length > 0 ? fc.oneof(listed, fc.constantFrom(...others)) : listed
    const base = { fieldName: name, operator }
    if (takes === 'nothing') return fc.constant(base)
    if (takes === 'pattern') return pattern.map((value) => ({ ...base, value }))
    if (takes === 'list') return fc.array(listed, { maxLength: 4 }).map((value) => ({ ...base, value }))
    if (takes === 'range') return fc.tuple(operand, operand).map(([value, value2]) => ({ ...base, value, value2 }))
    return operand.map((value) => ({ ...base, value }))
  })
}

/** Criteria in groups of groups. A group of `or` or `not` is never empty. */
export function criterionOf(targets: readonly Target[], more: MoreOperands = () => []): fc.Arbitrary<Criterion> {
  const comparison = fc.constantFrom(...targets).chain((target) => comparisonOf(target, more))
  const { node } = fc.letrec<{ node: Criterion }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      { weight: 3, arbitrary: comparison },
      {
        weight: 2,
        arbitrary: fc.record(
          {
            operator: fc.constantFrom('and', 'or', 'not'),
            criteria: fc.array(tie('node'), { minLength: 1, maxLength: 3 }),
          },
          { requiredKeys: ['criteria'] },
        ),
      },
    ),
  }))
  return node
}

function bodyOf(model: Model, models: Models): fc.Arbitrary<SearchBody> {
  const targets = targetsOf(model, models, true)
  const selectable = targets.filter(({ name }) => name.split('.').length <= 2).map(({ name }) => name)
  const sortable = targetsOf(model, models, false).filter(({ field }) => field?.type !== 'json')
  const key = fc.tuple(fc.constantFrom('', '-'), fc.constantFrom(...sortable)).map(([sign, { name }]) => sign + name)
  return fc.record(
    {
      offset: fc.oneof(fc.constant(0), fc.nat(60)),
      limit: fc.oneof({ weight: 5, arbitrary: fc.constant(100) }, { weight: 3, arbitrary: fc.nat(20) }),
      fields: fc.array(fc.constantFrom(...selectable), { maxLength: 4 }),
      sortBy: fc.array(key, { maxLength: 3 }),
      total: fc.boolean(),
      data: criterionOf(targets),
    },
    { requiredKeys: [] },
  )
}

/** Searches of every kind, all of them valid. */
export function randomSearch(models: Models): fc.Arbitrary<Asked> {
  const way = fc.oneof(
    { weight: 12, arbitrary: fc.constant('search' as const) },
    { weight: 4, arbitrary: fc.constant('find' as const) },
    { weight: 1, arbitrary: fc.constant('walk' as const) },
    { weight: 1, arbitrary: fc.constant('mass' as const) },
  )
  const word = someText.map((text) => text.replaceAll(' ', '')).filter((text) => text !== '')
  const words = fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, fc.array(word, { maxLength: 2 }))
  return fc.oneof(
    ...models.all.map((model) =>
      fc.record({ model: fc.constant(model), body: bodyOf(model, models), way, words }).map((asked) => ({
        ...asked,
        words: asked.way === 'find' && model.search ? asked.words : [],
      })),
    ),
  )
}
