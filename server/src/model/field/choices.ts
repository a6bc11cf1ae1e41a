import { join, literal, type Sql, sql, trusted } from '../../sql/sql.ts'
import { type ChoiceMembers, checkChoice, choiceOptions, toPresent } from './choice.ts'
import type { CommonField, FieldType, Reading } from './FieldType.ts'
import { escapedLength, toLiterals } from './text.ts'
import { several } from './traits.ts'

/** A set of values of a fixed list, declared with `choice([…], { multiple: true })`. None is an empty set, not null. */
export interface ChoicesField extends CommonField, ChoiceMembers {
  readonly type: 'choices'
  readonly multiple: true
  /** The most values of a record. */
  readonly max: number
}

const highestMax = 100

/**
 * Sets are stored as arrays in the order of the declaration, each value once, so that equal sets are equal arrays. What
 * a change adds and removes is an array too, of values behind a plus or minus sign.
 */
export const choicesType: FieldType<ChoicesField> = {
  ...several,
  declaredBy: 'choice',
  options: [...choiceOptions, 'multiple', 'max'],
  without: ['unique'],
  writable: true,
  none: '{}',
  isNeverNull: () => true,
  check: (field) => {
    const { max } = field
    const multiple: unknown = field.multiple
    const isFit = Number.isInteger(max) && max >= 1 && max <= highestMax
    return [
      ...checkChoice(field),
      ...(multiple === true ? [] : ['multiple must be true; omit it if a record has one value']),
      ...(isFit ? [] : [`max must be a whole number from 1 to ${highestMax}, the most values of a record`]),
    ]
  },
  read: readSet,
  parseOperand: (value, field) => readSet(toPresentSet(value, field), { ...field, required: false, max: Infinity }),
  parseStored: (value, field) => parseStored(value, field),
  increment: {
    members: ['add', 'remove'],
    example: '{"add": ["x"], "remove": ["y"]}',
    read: readChange,
    toSent: (given) => {
      const signed = toElements(String(given))
      const after = (sign: string) => signed.filter((one) => one.startsWith(sign)).map((one) => one.slice(1))
      return { add: after('+'), remove: after('-') }
    },
    schema: ({ values }) => {
      const some = { type: 'array', items: { type: 'string', enum: values } } as const
      return { type: 'object', properties: { add: some, remove: some }, additionalProperties: false, minProperties: 1 }
    },
    add: changedSql,
    inRange: () => sql`true`,
    // The number of values, whose texts may contain commas.
    toText: (result) => sql`cardinality(${result})::text`,
    describeFault: (count, { max }) => (count === '0' ? 'is required' : atMost(max)),
  },
  element: ({ multiple: _multiple, max: _max, default: _default, ...one }) => ({ ...one, type: 'choice' }),
  columnType: () => 'text[]',
  constraint: ({ values, max, required }, column) => {
    const limits = sql`${column} <@ ${arrayOf(values)} and cardinality(${column}) <= ${trusted(String(Number(max)))}`
    return required ? sql`${limits} and cardinality(${column}) > 0` : limits
  },
  adaptation: (field) => ({
    title: field.formerValues ? 'Rename values of' : 'Sort values of',
    using: (column) => adaptedSql(field, column),
  }),
  conversions: {
    'text → text[]': () => ({
      using: (column) => sql`case when ${column} is null then '{}' else array[${column}] end`,
    }),
    'text[] → text': () => ({
      using: (column) => sql`${column}[1]`,
      unfit: (column) => sql`cardinality(${column}) > 1`,
    }),
  },
  inExpression: ({ values }) => ({ type: 'list', values }),
  isRetired: ({ retired = [] }, given, present) => {
    const chosen = present ? sql`array(select unnest(${given}) except select unnest(${present}))` : given
    return sql`coalesce(${chosen} && ${arrayOf(retired)}, false)`
  },
  jsonLength: ({ values, max }) => Math.min(max, [values].flat().length) * (longestOf(values) + 1) + 2,
  typeScript: ({ values }) => `(${values.map((value) => JSON.stringify(value)).join(' | ')})[]`,
  schema: ({ values, max }) => ({
    type: 'array',
    items: { type: 'string', enum: values },
    uniqueItems: true,
    maxItems: max,
  }),
  sentSchema: ({ values }) => ({ type: 'array', items: { type: 'string', enum: values } }),
  toJson: (_, column) => column,
  fromColumn: (value) => (typeof value === 'string' ? toElements(value) : value),
}

function readSet(value: unknown, field: Pick<ChoicesField, 'values' | 'max' | 'required'>): Reading {
  const { values, max, required } = field
  if (!Array.isArray(value)) return { fault: `must be a list of values, such as ${JSON.stringify(values.slice(0, 1))}` }
  if (!value.every((one) => values.includes(one)))
    return { fault: `must have no other values than ${values.join(', ')}` }
  const set = values.filter((one) => value.includes(one))
  if (set.length > max) return { fault: atMost(max) }
  return required && set.length === 0 ? { fault: 'is required' } : { value: toArrayText(set) }
}

function atMost(max: number): string {
  return `must have at most ${max} ${max === 1 ? 'value' : 'values'}`
}

/** A value of the journal, which may be of a time when the declaration had others: they are shown as they are. */
function parseStored(value: unknown, field: ChoicesField): Reading {
  const set = [value].flat().map((one) => toPresent(one, field))
  return set.every((one) => typeof one === 'string')
    ? { value: toArrayText(set) }
    : { fault: 'must be a list of texts' }
}

function toPresentSet(value: unknown, field: ChoicesField): unknown {
  return Array.isArray(value) ? value.map((one) => toPresent(one, field)) : value
}

function readChange(value: { readonly add?: unknown; readonly remove?: unknown }, field: ChoicesField): Reading {
  const any = { ...field, required: false, max: Infinity }
  const [add, remove] = [readSet(value.add ?? [], any), readSet(value.remove ?? [], any)]
  if ('fault' in add) return { fault: `add ${add.fault}` }
  if ('fault' in remove) return { fault: `remove ${remove.fault}` }
  const [added, removed] = [toElements(String(add.value)), toElements(String(remove.value))]
  const both = added.filter((one) => removed.includes(one))
  if (both.length > 0) return { fault: `${both.join(', ')} can't be added and removed` }
  return { value: toArrayText([...added.map((one) => `+${one}`), ...removed.map((one) => `-${one}`)]) }
}

/** The set after a change, in the order of the declaration. */
function changedSql({ values }: ChoicesField, present: Sql, given: Sql): Sql {
  return sql`array(
    select v
    from unnest(${arrayOf(values)}) with ordinality as _value(v, ordinal)
    where '+' || v = any(${given}) or (v = any(${present}) and '-' || v <> all(${given}))
    order by ordinal
  )`
}

/** Stored values by their present names, in the order of the declaration. What is not declared stays, at the end. */
function adaptedSql({ values, formerValues = {} }: ChoicesField, column: Sql): Sql {
  const renamed = Object.entries(formerValues).reduce(
    (set, [was, value]) => sql`array_replace(${set}, ${literal(was)}, ${literal(value)})`,
    column,
  )
  return sql`array(
    select v
    from unnest(${renamed}) as _value(v)
    group by v
    order by array_position(${arrayOf(values)}, v), v
  )`
}

function arrayOf(values: readonly string[]): Sql {
  return sql`array[${join(toLiterals(values))}]::text[]`
}

/** A set as PostgreSQL reads arrays. Every value is quoted, so `toElements` reads it back. */
function toArrayText(set: readonly string[]): string {
  return `{${set.map((value) => `"${value.replaceAll(/["\\]/g, '\\$&')}"`).join()}}`
}

function toElements(text: string): string[] {
  const quoted = text.slice(1, -1).matchAll(/,?"((?:[^"\\]|\\.)*)"/gsy)
  return Array.from(quoted, ([, value = '']) => value.replaceAll(/\\(.)/gs, '$1'))
}

/** Accepts wrong values too, since the mistakes of all fields are reported together. */
function longestOf(values: readonly string[]): number {
  return escapedLength(Math.max(...[values].flat().map((value) => String(value).length)))
}
