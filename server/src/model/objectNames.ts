import { createHash } from 'node:crypto'
import { type Constraint, factsOf, toPlainConstraint } from './Constraint.ts'
import type { Field } from './field/Field.ts'
import type { Model } from './Model.ts'
import { columnOf, tableOf } from './names.ts'

/** The maximum length of a name. PostgreSQL truncates longer names silently. */
const maxNameLength = 63

/** The name of the check that a model's ids are greater than 0. */
export function idCheckOf(modelName: string): string {
  return fit(`${tableOf(modelName)}_id_positive`)
}

/** The name of the primary key, for its constraint and its index. */
export function primaryKeyOf({ name: modelName }: Pick<Model, 'name'>): string {
  return `${tableOf(modelName)}_pkey`
}

export function sequenceOf(modelName: string): string {
  return sequenceOfTable(tableOf(modelName))
}

/**
 * The names of a column's constraints and indexes. They are the same in every database, so that an error of PostgreSQL
 * identifies the field. The name of a check contains a hash of its definition, which can change.
 */
export const objectNames = {
  unique: (model: Model, field: Field) => objectName(model, field, 'unique'),
  index: (model: Model, field: Field) => objectName(model, field, 'index'),
  reference: (model: Model, field: Field) => objectName(model, field, 'reference'),
  required: (model: Model, field: Field) => objectName(model, field, 'required'),
  check: (model: Model, field: Field, definition: string) => objectName(model, field, `check_${hash(definition)}`),
}

/** The table that stores the links of a relation. */
export function linksTableOf(modelName: string, relationName: string): string {
  return fit(`${tableOf(modelName)}_${columnOf(relationName)}_links`)
}

/**
 * The names of a links table's constraints and indexes. They start with the name of the table.
 */
export const linksNames = {
  primaryKey: (modelName: string, relationName: string) => fit(`${linksTableOf(modelName, relationName)}_pkey`),
  source: (modelName: string, relationName: string) => linksReference(modelName, relationName, 'source'),
  target: (modelName: string, relationName: string) => linksReference(modelName, relationName, 'target'),
  index: (modelName: string, relationName: string) => fit(`${linksTableOf(modelName, relationName)}_target_index`),
}

function linksReference(modelName: string, relationName: string, column: 'source' | 'target'): string {
  return fit(`${linksTableOf(modelName, relationName)}_${column}_reference`)
}

/** The name of the constraint of a check of the model. It contains a hash of the definition. */
export function checkConstraintOf(model: Model, definition: string): string {
  return fit(`${tableOf(model.name)}_check_${hash(definition)}`)
}

/** The name of the index for `q`. It contains a hash of the definition. */
export function searchIndexOf(model: Model, definition: string): string {
  return fit(`${tableOf(model.name)}_search_${hash(definition)}`)
}

/** The name of an index over several fields. It contains a hash of the definition. */
export function sortIndexOf(model: Model, definition: string): string {
  return fit(`${tableOf(model.name)}_sort_${hash(definition)}`)
}

/** The name of the index that keeps a group of fields unique. It contains a hash of the columns. */
export function uniqueGroupOf(model: Pick<Model, 'name'>, group: readonly string[]): string {
  return fit(`${tableOf(model.name)}_unique_${hash(group.map(columnOf).join())}`)
}

/**
 * The name of what ensures a constraint of the model: a unique index, an exclusion constraint, or the function that
 * counts records, which is not in the schema of the records. It contains a hash of what the constraint demands.
 */
export function constraintObjectOf({ name: modelName }: Pick<Model, 'name'>, constraint: Constraint): string {
  const table = tableOf(modelName)
  const facts = factsOf(constraint)
  if (constraint.kind === 'atMost') return `at_most_${hash(`${table} ${facts}`, 16)}`
  return fit(`${table}_${constraint.kind === 'unique' ? 'unique' : 'overlap'}_${hash(facts)}`)
}

/** All constraints of a model, by the names of their objects: an error of PostgreSQL identifies the constraint. */
export function constraintsByObject(model: Model): ReadonlyMap<string, Constraint> {
  const { fields, unique = [], constraints = [] } = model
  const ofFields = fields.filter((field) => field.unique)
  return new Map([
    ...ofFields.map((field) => [objectNames.unique(model, field), toPlainConstraint([field.name])] as const),
    ...unique.map((group) => [uniqueGroupOf(model, group), toPlainConstraint(group)] as const),
    ...constraints.map((constraint) => [constraintObjectOf(model, constraint), constraint] as const),
  ])
}

/** The name of the sequence for the ids of a table. */
export function sequenceOfTable(table: string): string {
  return fit(`${table}_ids`)
}

/** Whether the service could have given this name to a constraint or index of a table with these columns. */
export function isOwnName(object: string, table: string, columns: readonly string[]): boolean {
  if (object.length === maxNameLength && isFitted(object, table, columns)) return true
  if (!object.startsWith(`${table}_`)) return false
  const rest = object.slice(table.length + 1)
  const [, column] = /^(.+)_(?:unique|index|reference|required|positive|check_[0-9a-f]{8})$/.exec(rest) ?? []
  return (
    (column !== undefined && columns.includes(column)) ||
    /^(?:pkey|(?:check|search|sort|unique|overlap)_[0-9a-f]{8})$/.test(rest)
  )
}

/** Whether the name is a shortened one, which ends in a hash. */
function isFitted(object: string, table: string, columns: readonly string[]): boolean {
  const start = object.slice(0, -8)
  const owners = [table, ...columns.map((column) => `${table}_${column}`)]
  const texts = owners.flatMap((owner) => suffixes.map((suffix) => `${owner}_${suffix}`))
  return /_[0-9a-f]{8}$/.test(object) && texts.some((text) => `${text.slice(0, maxNameLength - 9)}_` === start)
}

/** All suffixes of the names of tables and columns. The zeros have the length of a hash. */
const suffixes = [
  'unique',
  'index',
  'reference',
  'required',
  'positive',
  'pkey',
  ...['check', 'search', 'sort', 'unique', 'overlap'].map((kind) => `${kind}_00000000`),
]

function objectName(model: Model, field: Field, suffix: string): string {
  return fit(`${tableOf(model.name)}_${columnOf(field.name)}_${suffix}`)
}

/** Shortens a name to PostgreSQL's limit. A hash of the whole name keeps it unique. */
function fit(text: string): string {
  return text.length <= maxNameLength ? text : `${text.slice(0, maxNameLength - 9)}_${hash(text)}`
}

function hash(text: string, length = 8): string {
  return createHash('sha256').update(text).digest('hex').slice(0, length)
}
