import { didYouMean, suggest } from '../text/didYouMean.ts'
import { checkIndexed, isIndexable, whyNotIndexed } from './checkIndexes.ts'
import { isFieldName } from './checkField.ts'
import { type Constraint, factsOf, keyFieldsOf } from './Constraint.ts'
import { findType } from './field/fieldTypes.ts'
import type { Model } from './Model.ts'
import { rangeTypes } from './rangeTypes.ts'
import { checkWords } from './words.ts'

const members: Record<Constraint['kind'], readonly string[]> = {
  unique: ['name', 'fields', 'where', 'nulls', 'message', 'errorFields'],
  noOverlap: ['name', 'by', 'from', 'to', 'where', 'bounds', 'message', 'errorFields'],
  atMost: ['name', 'count', 'by', 'where', 'message', 'errorFields'],
}
/** The most constraints of a kind. */
const most = { unique: 20, noOverlap: 5, atMost: 5 }
/** The most fields whose values must be equal. */
const mostFields = { unique: 8, noOverlap: 7, atMost: 4 }

/**
 * Returns the mistakes in `noOverlap`, `atMost` and the objects of `unique` that the model alone shows; their criteria
 * are parsed by `checkCriteria`. Each message says what to write instead.
 */
export function checkConstraints(model: Model): string[] {
  const { constraints = [], unique = [], checks = [] } = model
  if (constraints.length === 0) return []
  const names = constraints.map(({ name }) => String(name))
  const taken = (Array.isArray(checks) ? checks : []).filter(({ fields, name }) => !isOwnCheck(name, fields, model))
  const repeated = names.find((name, index) => names.indexOf(name) < index || taken.some((one) => one.name === name))
  const count = (kind: Constraint['kind']) => constraints.filter((one) => one.kind === kind).length
  const many = (['unique', 'noOverlap', 'atMost'] as const).filter(
    (kind) => count(kind) + (kind === 'unique' ? unique.length : 0) > most[kind],
  )
  const facts = constraints.map(factsOf)
  const same = facts.findIndex((own, index) => facts.indexOf(own) < index)
  return [
    ...constraints.flatMap((constraint, index) => checkConstraint(constraint, index, model)),
    ...(repeated === undefined
      ? []
      : [`has "${repeated}" twice among its constraints and checks: choose another name`]),
    ...many.map((kind) => `${kind} has more than ${most[kind]} constraints`),
    ...(same < 0
      ? []
      : [`${names[facts.indexOf(facts[same] ?? '')]} and ${names[same]} demand the same: leave one out`]),
  ]
}

/** The check that a period brings along has its name. */
function isOwnCheck(name: string, fields: readonly string[], { constraints = [] }: Model): boolean {
  return constraints.some((one) => one.kind === 'noOverlap' && one.name === name && fields?.[0] === one.to)
}

function checkConstraint(constraint: Constraint, index: number, model: Model): string[] {
  const { kind, name, where, message } = constraint
  const label = `${kind} ${isFieldName(name) ? name : index + 1}`
  if (!isFieldName(name) || message === undefined)
    return [`${label} needs a name and a message: people read it when they are refused`]
  const derived = kind === 'unique' ? [] : ['fields']
  const unknown = Object.keys(constraint).filter(
    (member) => member !== 'kind' && !derived.includes(member) && !members[kind].includes(member),
  )
  return [
    ...unknown.map((member) => `has no member "${member}".${didYouMean(member, members[kind])}`),
    ...checkKey(constraint, model),
    ...checkErrorFields(constraint, model),
    ...checkWords('message', message),
    ...(where === undefined || isObject(where)
      ? []
      : ['has a where that is not criteria: leave it out for all records']),
    ...checkOwn(constraint, model),
  ].map((mistake) => `${label} ${mistake}`)
}

function checkKey(constraint: Constraint, model: Model): string[] {
  const { kind } = constraint
  const member = kind === 'unique' ? 'fields' : 'by'
  const key: unknown = keyFieldsOf(constraint)
  if (!Array.isArray(key) || (kind === 'unique' && key.length === 0))
    return [`needs the fields that are compared, such as ${member}: ['equipment']`]
  const names = key.map(String)
  const known = model.fields.filter(isIndexable).map((field) => field.name)
  const unknown = names.filter((one) => !known.includes(one))
  if (unknown.length > 0) return unknown.map((one) => `names "${one}", ${whyNotIndexed(one, model, known)}`)
  if (names.length > mostFields[kind]) return [`has more than ${mostFields[kind]} fields in ${member}`]
  return checkIndexed(names, model, member)
}

function checkErrorFields({ errorFields }: Constraint, { fields }: Model): string[] {
  if (errorFields === undefined) return []
  const names = fields.map(({ name }) => name)
  if (!Array.isArray(errorFields) || errorFields.length === 0)
    return ["has errorFields that are not a list of fields, such as errorFields: ['equipment']"]
  return errorFields
    .filter((name) => !names.includes(name))
    .map((name) => `names "${name}", which is not a field of the model.${didYouMean(String(name), names)}`)
}

function checkOwn(constraint: Constraint, model: Model): string[] {
  switch (constraint.kind) {
    case 'unique':
      return constraint.nulls === undefined || constraint.nulls === 'equal'
        ? []
        : ["has nulls that are not 'equal': leave it out if records without a value do not count"]
    case 'noOverlap':
      return checkPeriod(constraint, model)
    case 'atMost':
      return Number.isInteger(constraint.count) && constraint.count >= 1 && constraint.count <= 10_000
        ? []
        : [
            'has a wrong count: count must be a whole number from 1 to 10000: ' +
              'a limit that other records hold needs an action with hold',
          ]
  }
}

function checkPeriod({ from, to, bounds }: Extract<Constraint, { kind: 'noOverlap' }>, model: Model): string[] {
  const find = (name: string) => model.fields.find((field) => field.name === name && findType(field)?.stored !== false)
  const [begin, end] = [find(from), find(to)]
  if (!begin || !end) return checkPeriodNames({ from, to }, model)
  const [first, second] = [begin, end].map((field) => findType(field)?.columnType(field) ?? '')
  if (first !== second)
    return [`has different types: from is a ${describe(first)} and to a ${describe(second)}: both must be of one type`]
  if (!rangeTypes.has(first ?? '')) return ['needs dates or moments: from and to must be date or dateTime']
  return bounds === undefined || bounds === '[]' || bounds === '[)' ? [] : ["has wrong bounds: write '[]' or '[)'"]
}

/** At least one of the two names no stored field. */
function checkPeriodNames(period: { readonly from: unknown; readonly to: unknown }, { fields }: Model): string[] {
  const stored = fields.filter((field) => findType(field)?.stored !== false)
  const known = stored.filter((field) => rangeTypes.has(findType(field)?.columnType(field) ?? ''))
  const names = known.map(({ name }) => name)
  return Object.entries(period)
    .filter(([, name]) => !stored.some((field) => field.name === name))
    .map(
      ([member, name]) =>
        `needs ${member}: a date or dateTime of the model, not "${String(name)}".${suggest(String(name), names)}`,
    )
}

function describe(columnType = ''): string {
  return rangeTypes.get(columnType)?.label ?? columnType
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
