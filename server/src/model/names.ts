import { createHash } from 'node:crypto'
import { name, type Sql } from '../sql/sql.ts'
import type { Field } from './field/Field.ts'
import type { Model } from './Model.ts'

/** The PostgreSQL schema that holds the records of all models. */
export const recordSchema = 'record'

/** PostgreSQL cuts longer names silently, so ours never are. */
const longest = 63

/** `com.example.contacts.ContactList` is kept in `com_example_contacts_contact_list`. */
export function tableOf(modelName: string): string {
  return modelName
    .split('.')
    .map((part) => toSnake(part).replace(/^_/, ''))
    .join('_')
}

/** `firstName` is kept in `first_name`. */
export function columnOf(fieldName: string): string {
  return toSnake(fieldName)
}

const tableNames = new WeakMap<Model, Sql>()

/** Made once: it stands in every statement. */
export function tableName(model: Model): Sql {
  const known = tableNames.get(model)
  if (known) return known
  const made = name(recordSchema, tableOf(model.name))
  tableNames.set(model, made)
  return made
}

/** The check that keeps the ids of a model's records above 0. */
export function idCheckOf(modelName: string): string {
  return fit(`${tableOf(modelName)}_id_positive`)
}

/** The name of the primary key's constraint and index. */
export function primaryKeyOf({ name: modelName }: Pick<Model, 'name'>): string {
  return `${tableOf(modelName)}_pkey`
}

export function sequenceOf(modelName: string): string {
  return sequenceOfTable(tableOf(modelName))
}

/**
 * Names of what belongs to a column. They are ours and the same on every database, so a refusal by PostgreSQL leads
 * back to the field. Where the definition can change under the same column (`check`), its hash is part of the name.
 */
export const objectNames = {
  unique: (model: Model, field: Field) => objectName(model, field, 'unique'),
  index: (model: Model, field: Field) => objectName(model, field, 'index'),
  reference: (model: Model, field: Field) => objectName(model, field, 'reference'),
  required: (model: Model, field: Field) => objectName(model, field, 'required'),
  check: (model: Model, field: Field, definition: string) => objectName(model, field, `check_${hash(definition)}`),
}

/** The table that keeps the links of a relation. */
export function linksTableOf(modelName: string, relationName: string): string {
  return fit(`${tableOf(modelName)}_${columnOf(relationName)}_links`)
}

/**
 * Names of what belongs to the table of a relation's links; they follow its name as those of a column follow the
 * field's.
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

/** The index that serves `q`; the hash of what it is over is part of its name. */
export function searchIndexOf(model: Model, definition: string): string {
  return fit(`${tableOf(model.name)}_search_${hash(definition)}`)
}

/** An index over several fields, by what it is over. */
export function sortIndexOf(model: Model, definition: string): string {
  return fit(`${tableOf(model.name)}_sort_${hash(definition)}`)
}

/** The sequence that gives the records of a table their ids. */
export function sequenceOfTable(table: string): string {
  return fit(`${table}_ids`)
}

/** Tells the names that we give to the constraints and indexes of a table with these columns from all others. */
export function isOwnName(object: string, table: string, columns: readonly string[]): boolean {
  if (object.length === longest && isFitted(object, table, columns)) return true
  if (!object.startsWith(`${table}_`)) return false
  const rest = object.slice(table.length + 1)
  const [, column] = /^(.+)_(?:unique|index|reference|required|positive|check_[0-9a-f]{8})$/.exec(rest) ?? []
  return (column !== undefined && columns.includes(column)) || /^(?:pkey|(?:search|sort)_[0-9a-f]{8})$/.test(rest)
}

/** Names that were too long end in a hash. */
function isFitted(object: string, table: string, columns: readonly string[]): boolean {
  const start = object.slice(0, -8)
  const owners = [table, ...columns.map((column) => `${table}_${column}`)]
  const texts = owners.flatMap((owner) => suffixes.map((suffix) => `${owner}_${suffix}`))
  return /_[0-9a-f]{8}$/.test(object) && texts.some((text) => `${text.slice(0, longest - 9)}_` === start)
}

/** All that can follow the name of a table or of a column; the hash of a definition is as long as this one. */
const suffixes = [
  'unique',
  'index',
  'reference',
  'required',
  'positive',
  'pkey',
  ...['check', 'search', 'sort'].map((kind) => `${kind}_00000000`),
]

function objectName(model: Model, field: Field, suffix: string): string {
  return fit(`${tableOf(model.name)}_${columnOf(field.name)}_${suffix}`)
}

/** Keeps a name within PostgreSQL's limit; a hash of the whole keeps it unique. */
function fit(text: string): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 9)}_${hash(text)}`
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8)
}

function toSnake(text: string): string {
  return text.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`)
}
