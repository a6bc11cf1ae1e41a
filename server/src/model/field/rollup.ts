import { didYouMean } from '../../text/didYouMean.ts'
import type { Model } from '../Model.ts'
import type { FieldDeclaration } from './declaration.ts'
import type { Field } from './Field.ts'
import type { CommonField, CommonOptions, FieldType, FindType } from './FieldType.ts'
import { currencyOf, findPinned } from './money.ts'
import { isSecret } from './text.ts'
import { scalar } from './traits.ts'

/** What a rollup computes of the records of a relation. */
export const rollupFunctions = ['count', 'sum', 'min', 'max', 'latest'] as const

export interface RollupField extends CommonField {
  readonly type: 'rollup'
  readonly function: (typeof rollupFunctions)[number]
  /** The relation and the field of its records: `lines.amount`; for `count` the relation alone. */
  readonly of: string
  /** Search criteria for the records that count, about their own fields; all of them if absent. */
  readonly where?: unknown
  /** For `latest`: the field whose greatest value decides; `createdOn` if absent. */
  readonly by?: string
  /** What follows from the other models. `Models` adds it. */
  readonly resolved?: ResolvedRollup
}

/** What a rollup takes from the model of its records. */
export interface ResolvedRollup {
  /** The model of the records. */
  readonly target: string
  /** The fields of that model that the value depends on. */
  readonly uses: readonly string[]
  /** A field of the type that the value has. */
  readonly result: Field
}

export interface RollupOptions extends Pick<CommonOptions<never>, 'label' | 'help' | 'view'> {
  /** Search criteria for the records that count, about their own fields; all of them if absent. */
  where?: object
  /** For `latest`: the field whose greatest value decides; `createdOn` if absent. */
  by?: string
}

type ReadOnly<Value, Required extends boolean> = FieldDeclaration<Value, Required, false, 'rollup'>

/** The number of records of a relation, computed when the record is read: `rollup('count', 'lines')`. */
export function rollup(name: 'count', of: string, options?: RollupOptions): ReadOnly<number, true>
/**
 * The sum of a field of the records of a relation: `rollup<string>('sum', 'lines.amount')`. A sum that is a number is
 * null if a JSON number can't represent it.
 */
export function rollup<Value = string | number>(
  name: 'sum',
  of: string,
  options?: RollupOptions,
): ReadOnly<Value, number extends Value ? false : true>
/** One of the values: the least, the greatest, or that of the record which is the latest by another field. */
export function rollup<Value = string | number | boolean>(
  name: 'min' | 'max' | 'latest',
  of: string,
  options?: RollupOptions,
): ReadOnly<Value, false>
export function rollup(name: string, of: string, options?: RollupOptions): ReadOnly<unknown, boolean> {
  return { ...options, function: name, of, type: 'rollup' } as ReadOnly<unknown, boolean>
}

export const rollupType: FieldType<RollupField> = {
  ...scalar,
  options: ['function', 'of', 'where', 'by'],
  without: ['required', 'requiredWhen', 'unique', 'indexed', 'default', 'was'],
  writable: false,
  uses: (field) => {
    const { relation } = partsOf(field)
    return [relation, ...(field.resolved?.uses ?? []).map((name) => `${relation}.${name}`)]
  },
  stored: false,
  indexable: false,
  canBeTitle: false,
  check: (field, model, findModel, findType) => {
    if (!rollupFunctions.includes(field.function))
      return [`a rollup is one of ${rollupFunctions.join(', ')}, such as rollup('sum', 'lines.amount')`]
    if (typeof field.of !== 'string') return ["a rollup needs a relation, such as rollup('sum', 'lines.amount')"]
    const { relation, member, others } = partsOf(field)
    const found = model.relations.find(({ name }) => name === relation)
    const known = model.relations.map(({ name }) => name)
    if (!found)
      return [`is of "${relation}", which is no collection or links of this model.${didYouMean(relation, known)}`]
    const target = findModel(found.target)
    if (!target || others.length > 0)
      return others.length > 0 ? [`is of "${field.of}": name a field of ${found.target} itself`] : []
    return [...checkMember(field, member, target, findType), ...checkBy(field, target, findType)]
  },
  read: () => ({ fault: 'is computed and cannot be set' }),
  columnType: () => '',
  jsonLength: () => 0,
  typeScript: () => 'string | number | boolean',
  isNeverNull: ({ function: name }) => name === 'count',
  schema: () => ({}),
  sentSchema: () => ({}),
  toJson: (_, column) => column,
}

/** Whether a field is a rollup. */
export function isRollup(field: Field): field is RollupField {
  return field.type === 'rollup'
}

/** The relation of a rollup, the field of its records, and what must not be there. */
export function partsOf({ of }: RollupField): { relation: string; member: string | undefined; others: string[] } {
  const [relation = '', member, ...others] = of.split('.')
  return { relation, member, others }
}

function checkMember(field: RollupField, member: string | undefined, target: Model, findType: FindType): string[] {
  const { relation } = partsOf(field)
  if (field.function === 'count')
    return member === undefined ? [] : [`count is of the relation alone: write rollup('count', '${relation}')`]
  const fits = (one: Field) => isFit(field, one, findType)
  const known = target.fields.filter(fits).map(({ name }) => `${relation}.${name}`)
  if (member === undefined)
    return [`needs a field: write rollup('${field.function}', '${relation}.<field of ${target.name}>')`]
  const found = target.fields.find(({ name }) => name === member)
  if (!found) return [`is of "${field.of}", but ${target.name} has no field ${member}.${didYouMean(field.of, known)}`]
  if (fits(found)) return checkCurrency(field, found)
  return [
    `${field.function} can't be of ${member}, which is of type ${found.type}${isSecret(found) ? ' and secret' : ''}`,
  ]
}

/** Amounts in several currencies have no sum, and none of them is the greatest. */
function checkCurrency({ where }: RollupField, member: Field): string[] {
  const currency = currencyOf(member)
  if (typeof currency !== 'object' || findPinned(where, currency.field) !== undefined) return []
  const pinned = `{ fieldName: '${currency.field}', operator: '=', value: 'NZD' }`
  return [`is of amounts in several currencies: write where: ${pinned}`]
}

/** Whether a field of the records can be what a rollup is of. */
function isFit(field: RollupField, member: Field, findType: FindType): boolean {
  const type = findType(member)
  if (!type || type.stored === false || isSecret(member) || member.type === 'reference') return false
  if (field.function === 'sum') return type.sums !== undefined
  return field.function === 'latest' ? type.comparable && !type.multiple : type.ordered
}

function checkBy({ function: name, by }: RollupField, target: Model, findType: FindType): string[] {
  if (by === undefined) return []
  if (name !== 'latest') return [`${name} has no option "by": only latest needs an order`]
  if (by === 'createdOn' || by === 'updatedOn') return []
  const field = target.fields.find((one) => one.name === by)
  const type = field && findType(field)
  if (field && type?.ordered && type.stored !== false && !isSecret(field)) return []
  return [`by must be createdOn, updatedOn or a field of ${target.name} that has an order, such as a date`]
}

/** The type of a rollup whose result is known: its values are used and shown like those of the result. */
export function withResult(result: Field, type: FieldType<Field>): FieldType<RollupField> {
  const { comparable, ordered, sortable, textual, now, sums, calendar } = type
  return {
    ...rollupType,
    comparable,
    ordered,
    sortable,
    textual,
    parseOperand: (value, _, models) => (type.parseOperand ?? type.read)(value, result, models),
    columnType: () => type.columnType(result),
    ...(type.inExpression ? { inExpression: () => type.inExpression?.(result) } : {}),
    jsonLength: (_, model, findType) => type.jsonLength(result, model, findType),
    typeScript: () => type.typeScript(result),
    // A sum that JSON numbers do not represent exactly is null.
    isNeverNull: ({ function: name }) => name === 'count' || (name === 'sum' && sums?.json(result) === 'text'),
    schema: (_, context) => type.schema(result, context),
    toJson: (_, column, context) => type.toJson(result, column, context),
    ...(now ? { now } : {}),
    ...(calendar ? { calendar } : {}),
    ...(sums ? { sums: { scale: () => sums.scale(result), json: () => sums.json(result) } } : {}),
  }
}
