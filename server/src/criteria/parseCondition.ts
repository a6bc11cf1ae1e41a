import { Failure } from '../failure/failure.ts'
import { isStored, typeOf } from '../model/field/fieldTypes.ts'
import type { Model } from '../model/Model.ts'
import type { Models } from '../model/Models.ts'
import { titleNames } from '../model/titleNames.ts'
import { didYouMean } from '../text/didYouMean.ts'
import { type Condition, everything } from './Condition.ts'
import type { Comparator } from './operators.ts'
import { type Destination, idField, parseDestination } from './path.ts'
import { parseComparator } from './parseComparator.ts'
import { type ParseVariables, parseOperands } from './parseOperands.ts'
import { parseVariable, userVariables, type VariableContext } from './parseVariable.ts'

/** The maximum nesting depth of criteria. */
export const maxDepth = 10
/** The maximum number of criteria in one search, including groups. */
export const maxCriteria = 200

/**
 * Parses search criteria from a client. Strict: an unknown part is rejected by name and never ignored. A text field is
 * compared with text that begins with `$` as it is, unless it begins with `$record.`.
 */
export function parseCondition(sent: unknown, model: Model, models: Models): Condition {
  const context = { model, models, kinds: ['user', 'now', 'record'], userFields: () => [idField] } as const
  return parseCriteria(sent, /^\$+record\./, context, 'all')
}

/** Parses the criteria of a rule: the same as a client's, but there are more variables, such as `$user.id`. */
export function parseRuleCondition(sent: unknown, model: Model, models: Models): Condition {
  const context = { model, models, kinds: ['user', 'now', 'record'], userFields: () => userVariables(models) } as const
  return parseCriteria(sent, /^\$/, context, 'stored')
}

/** Parses the criteria of a check: those of a rule, and the fields of the record as it was before the write. */
export function parseCheckCondition(sent: unknown, model: Model, models: Models): Condition {
  const kinds = ['user', 'now', 'record', 'before'] as const
  return parseCriteria(sent, /^\$/, { model, models, kinds, userFields: () => userVariables(models) }, 'stored')
}

/** Parses the criteria of a rollup: search criteria about the own fields of the records that it is computed from. */
export function parseMemberCondition(sent: unknown, model: Model, models: Models): Condition {
  return parseCriteria(sent, /^\$+record\./, { model, models, kinds: ['now', 'record'], userFields: () => [] }, 'own')
}

/** Parses which records of a model the form of another record offers: a search in which `$source` is that record. */
export function parseOffered(sent: unknown, model: Model, models: Models, source: Model): Condition {
  const context = { model, models, source, kinds: ['user', 'now', 'source'], userFields: () => [idField] } as const
  return parseCriteria(sent, /^\$+(source|record)\./, context, 'all')
}

/**
 * `marked` matches the texts that are variables of a text field, or plain text that is written with one more `$`. Other
 * fields have no values that begin with `$`.
 */
function parseCriteria(
  sent: unknown,
  marked: RegExp,
  context: VariableContext,
  fields: ParseContext['fields'],
): Condition {
  if (sent === undefined || sent === null) return everything
  const { model, models } = context
  const variables: ParseVariables = {
    isMarked: (text, field) => (typeOf(field).textual ? marked : /^\$/).test(text),
    parse: (text, field, name, owner) => parseVariable(text, { field, name, owner }, context),
  }
  return parseNode(sent, { model, models, variables, fields, budget: { left: maxCriteria }, depth: 0 })
}

interface ParseContext {
  readonly model: Model
  readonly models: Models
  readonly budget: { left: number }
  readonly depth: number
  readonly variables: ParseVariables
  /** Which fields may be compared: all, only stored ones, or only those in the record's own row. */
  readonly fields: 'all' | 'stored' | 'own'
}

function parseNode(sent: unknown, context: ParseContext): Condition {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) throw invalid('A criterion must be an object.')
  if (context.depth > maxDepth) throw invalid(`Criteria may be nested ${maxDepth} deep at most.`)
  if (--context.budget.left < 0) throw invalid(`There may be ${maxCriteria} criteria at most.`)
  return 'fieldName' in sent ? parseComparison(sent, context) : parseGroup(sent, context)
}

function parseGroup(sent: object, context: ParseContext): Condition {
  const { operator = 'and', criteria = [] } = sent as { operator?: unknown; criteria?: unknown }
  refuseUnknownMembers(sent, ['operator', 'criteria'])
  if (operator !== 'and' && operator !== 'or' && operator !== 'not')
    throw invalid(
      `The operator of criteria must be and, or, not${
        typeof operator === 'string' ? `, and not "${operator.slice(0, 50)}"` : ''
      }.`,
    )
  if (!Array.isArray(criteria)) throw invalid('The member criteria must be an array.')
  if (criteria.length === 0 && operator !== 'and')
    throw invalid(`The operator ${operator} needs at least one criterion.`)
  if (criteria.length === 0) return everything
  const parts = criteria.map((part) => parseNode(part, { ...context, depth: context.depth + 1 }))
  return operator === 'not' ? { is: 'not', part: { is: 'and', parts } } : { is: operator, parts }
}

function parseComparison(sent: object, context: ParseContext): Condition {
  const { fieldName, operator, value, value2 } = sent as Record<string, unknown>
  refuseUnknownMembers(sent, ['fieldName', 'operator', 'value', 'value2'])
  const destination = parseDestination(fieldName, context.model, context.models)
  refuseForeign(destination, String(fieldName), context)
  const comparator = parseComparator(operator)
  if (destination.to === 'field') {
    const owner = destination.path.steps.at(-1)?.target ?? context.model.name
    const operands = parseOperands(
      destination.path.field,
      comparator,
      { value, value2, sent, models: context.models, variables: context.variables, owner },
      String(fieldName),
    )
    return { is: 'comparison', path: destination.path, comparator, operands }
  }
  return parseSome(destination, { comparator, value, value2, sent }, context)
}

/** Rules and checks hold until the record is written again: they cannot depend on what changes without it. */
function refuseForeign(destination: Destination, name: string, { fields }: ParseContext): void {
  if (destination.to === 'field' && fields !== 'all' && !isStored(destination.path.field))
    throw invalid(
      `The field ${name} is a ${destination.path.field.type}, which changes without the record: ` +
        "rules, checks and rollups can't use it.",
    )
  if (fields === 'own' && (destination.to === 'relation' || destination.path.steps.length > 0))
    throw invalid(
      `The name ${name} leads to other records: the criteria of a rollup are about the member's own fields.`,
    )
}

/** In a collection or links, one record that meets the criterion is enough. `isNull` means that there is no record. */
function parseSome(
  { steps, relation, rest }: Extract<ReturnType<typeof parseDestination>, { to: 'relation' }>,
  { comparator, value, value2, sent }: { comparator: Comparator; value: unknown; value2: unknown; sent: object },
  context: ParseContext,
): Condition {
  const target = context.models.get(relation.target)
  const owner = steps.at(-1)?.target ?? context.model.name
  const some = (part: Condition): Condition => ({ is: 'some', owner, steps, relation, part })
  if (rest === '' && (comparator === 'isNull' || comparator === 'notNull'))
    return comparator === 'notNull' ? some(everything) : { is: 'not', part: some(everything) }
  const inner = {
    fieldName: rest === '' ? 'id' : rest,
    operator: comparator,
    ...('value' in sent ? { value: rest === '' ? toIds(value, target) : value } : {}),
    ...('value2' in sent ? { value2: rest === '' ? toIds(value2, target) : value2 } : {}),
  }
  return some(parseNode(inner, { ...context, model: target, depth: context.depth + 1 }))
}

/** A related record may be given as an object with its id, as everywhere else. */
function toIds(value: unknown, target: Model): unknown {
  if (Array.isArray(value)) return value.map((one) => toIds(one, target))
  if (typeof value !== 'object' || value === null || !('id' in value)) return value
  refuseUnknownMembers(value, [...new Set(['id', 'version', ...titleNames(target)])])
  return value.id
}

function refuseUnknownMembers(given: object, known: readonly string[]): void {
  const unknown = Object.keys(given).find((member) => !known.includes(member))
  if (unknown === undefined) return
  const suggestion = didYouMean(unknown, known)
  throw invalid(`A criterion has no member "${unknown.slice(0, 100)}".${suggestion} It takes ${known.join(', ')}.`)
}

function invalid(message: string): Failure {
  return new Failure('invalid-parameter', message)
}
