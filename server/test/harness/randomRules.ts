import * as fc from 'fast-check'
import { userModel } from '../../src/model/builtIn/names.ts'
import type { Field } from '../../src/model/field/Field.ts'
import { isStored, typeOf } from '../../src/model/field/fieldTypes.ts'
import { isSecret } from '../../src/model/field/text.ts'
import type { Model } from '../../src/model/Model.ts'
import type { Models } from '../../src/model/Models.ts'
import { builtInColumns } from '../../src/criteria/path.ts'
import { asOperand } from './bindVariables.ts'
import type { Criterion } from './evaluate.ts'
import { namesOf, type PlainRule } from './PlainRights.ts'
import { criterionOf, type Target, targetsOf } from './randomSearch.ts'

/**
 * Rules for the declared models, for one or for all, and for reading users. The greater `open`, the more of them have
 * no condition.
 */
export function randomRule(models: Models, open: number): fc.Arbitrary<PlainRule> {
  const declared = models.all.filter(({ name }) => name !== userModel)
  const [user] = models.all.filter(({ name }) => name === userModel)
  const together = commonOf(declared)
  return fc.oneof(
    ...declared.map((model) => ({
      weight: 4,
      arbitrary: ruleOf(model.name, model, targetsOf(model, models, true), open),
    })),
    ...['*', 'org.example.chance.*', 'org.example.*'].map((name) => ({
      weight: 1,
      arbitrary: ruleOf(name, together, targetsOf(together, models, false).filter(isShared(declared)), open),
    })),
    ...(user ? [{ weight: 2, arbitrary: readingOf(user, models) }] : []),
  )
}

function ruleOf(name: string, model: Model, targets: readonly Target[], open: number): fc.Arbitrary<PlainRule> {
  const writable = [...model.fields.filter((field) => typeOf(field).writable), ...model.relations].map(
    (one) => one.name,
  )
  const half = fc.boolean()
  return fc
    .record({
      model: fc.constant(name),
      read: fc.oneof({ weight: 4, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
      create: half,
      update: half,
      delete: half,
      condition: conditionOf(targets, open),
      readFields: someOf(namesOf(model)),
      writeFields: someOf(writable),
    })
    .map((rule) => (rule.read || rule.create || rule.update || rule.delete ? rule : { ...rule, read: true }))
}

/** Nobody here writes users. */
function readingOf(user: Model, models: Models): fc.Arbitrary<PlainRule> {
  const shown = user.fields.filter((field) => !isSecret(field)).map(({ name }) => name)
  return fc.record({
    model: fc.constant(user.name),
    read: fc.constant(true),
    condition: conditionOf(targetsOf({ ...user, relations: [] }, models, true), 2),
    readFields: someOf(shown),
    writeFields: fc.constant(null),
  })
}

/**
 * Some have none, some compare the owner or some ids, others the values of the record; distant fields often have none.
 */
function conditionOf(all: readonly Target[], open: number): fc.Arbitrary<Criterion | null> {
  // A rule cannot use rollups.
  const targets = all.filter(({ field }) => !field || isStored(field))
  const owned: Criterion = { fieldName: 'owner', operator: '=', value: '$user.id' }
  const hasOwner = targets.some(({ name }) => name === 'owner')
  const near = targets.filter(({ name }) => !name.includes('.'))
  return fc.oneof(
    { weight: open, arbitrary: fc.constant(null) },
    { weight: hasOwner ? 1 : 0, arbitrary: fc.constant(owned) },
    { weight: 4, arbitrary: someIds },
    { weight: 3, arbitrary: criterionOf(near, variablesOf).map(escaped) },
    { weight: 2, arbitrary: criterionOf(targets, variablesOf).map(escaped) },
    { weight: 1, arbitrary: fc.tuple(someIds, criterionOf(targets, variablesOf).map(escaped)).map(either) },
  )
}

/** About a third of the records. */
const someIds: fc.Arbitrary<Criterion> = fc
  .tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 0, max: 25 }), fc.boolean())
  .map(([first, more, within]) => ({
    fieldName: 'id',
    operator: within ? 'between' : 'notBetween',
    value: first,
    value2: first + more,
  }))

function either(criteria: readonly Criterion[]): Criterion {
  return { operator: 'or', criteria }
}

/** Texts of random criteria are not variables, whatever they begin with; intended variables are marked. */
function escaped(criterion: Criterion): Criterion {
  if ('unknown' in criterion) return criterion
  if ('criteria' in criterion) return { ...criterion, criteria: criterion.criteria.map(escaped) }
  const entries = Object.entries(criterion).map(([name, value]) => [
    name,
    name.startsWith('value') ? (value instanceof Marked ? value.text : asOperand(value)) : value,
  ])
  return Object.fromEntries(entries)
}

/** Marks a variable, so that it is not treated as text. */
class Marked {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** The variables that a field can be compared with. */
function variablesOf(field: Field, name: string): Marked[] {
  const last = name.split('.').at(-1) ?? ''
  const isAudit = builtInColumns.some((own) => own.name === last)
  // An id fits references to its own model, and these are ids of other models.
  const names = namesFor(field, isAudit).filter((text) => text !== '$user.id' || field.name !== 'id')
  return names.map((text) => new Marked(text))
}

/** The time of the write itself is so close to now that the result would be random. */
function namesFor(field: Field, isAudit: boolean): string[] {
  switch (field.type) {
    case 'text':
    case 'computed':
    case 'choice':
      return ['$user.region', '$user.username', '$user.rank']
    case 'integer':
      return ['$user.id', '$user.level', '$user.version']
    case 'decimal':
      return field.scale === 2 ? ['$user.amount'] : []
    case 'boolean':
      return ['$user.open']
    case 'date':
      return ['$now', '$user.joined']
    case 'dateTime':
      return isAudit ? ['$user.seenOn'] : ['$now', '$user.seenOn']
    case 'reference':
      return field.target === userModel ? ['$user.id'] : field.target.endsWith('.Order') ? ['$user.home'] : []
    default:
      return []
  }
}

function someOf(names: readonly string[]): fc.Arbitrary<readonly string[] | null> {
  return fc.option(fc.subarray([...names], { minLength: Math.min(1, names.length) }), { nil: null, freq: 3 })
}

/** The fields that several models have in common: rules for all of them can use only these. */
function commonOf(models: readonly Model[]): Model {
  const [first, ...others] = models
  if (!first) throw new Error('There are no models.')
  return {
    ...first,
    fields: first.fields.filter((field) => others.every((model) => isAlike(model, field))),
    relations: [],
  }
}

function isAlike({ fields }: Model, { name, type }: Field): boolean {
  return ['name', 'label', 'owner'].includes(name) && fields.some((field) => field.name === name && field.type === type)
}

function isShared(models: readonly Model[]): (target: Target) => boolean {
  return ({ name }) =>
    models.every(({ fields }) => [...fields, ...builtInColumns].some((field) => field.name === name.split('.', 1)[0]))
}
