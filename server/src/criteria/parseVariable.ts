import { Failure } from '../failure/failure.ts'
import type { Field } from '../model/field/Field.ts'
import { isStored, typeOf } from '../model/field/fieldTypes.ts'
import { isSecret } from '../model/field/text.ts'
import { userModel } from '../model/builtIn/names.ts'
import type { Model } from '../model/Model.ts'
import type { Models } from '../model/Models.ts'
import { didYouMean } from '../text/didYouMean.ts'
import type { UserVariable, Variable } from './Condition.ts'
import { findMoment, type Moment } from './moment.ts'
import { builtInColumns, idField } from './path.ts'

/** Where a variable occurs: the model whose records the criteria are about, and which variables there are. */
export interface VariableContext {
  readonly model: Model
  /** The model of the record that `$source` is. */
  readonly source?: Model
  readonly models: Models
  readonly kinds: readonly Variable['variable'][]
  /** The fields of the calling user that a variable can name. */
  userFields(): readonly Field[]
}

/**
 * Returns the variable that a text names, after checking that it can be compared with the field; undefined for text
 * that begins with `$$`.
 */
export function parseVariable(text: string, compared: Compared, context: VariableContext): Variable | undefined {
  if (text.startsWith('$$')) return undefined
  const variable = findVariable(text, context)
  if (!variable || !context.kinds.includes(variable.variable)) throw unknownVariable(text, context)
  if (fits(variable, compared, context)) return variable
  const { name, field } = compared
  throw invalid(`The value ${text.slice(0, 100)} has another type than ${name}, which is of type ${field.type}.`)
}

/** The field that a variable is compared with: its name in the criteria, and the model that has it. */
interface Compared {
  readonly field: Field
  readonly name: string
  readonly owner: string
}

function findVariable(text: string, { model, models, source, userFields }: VariableContext): Variable | undefined {
  const moment = findMoment(text)
  if (moment) return moment
  if (text === '$user') return { variable: 'user', field: idField }
  const [, reference, member] = /^\$user\.(\w+)\.(\w+)$/.exec(text) ?? []
  if (reference !== undefined && member !== undefined) return findThrough(reference, member, userFields(), models)
  const [, kind, name] = /^\$(user|record|before|source)\.(\w+)$/.exec(text) ?? []
  if (name === undefined) return undefined
  if (kind === 'source')
    return source && { variable: kind, field: requireField(name, recordVariables(source), source.name) }
  if (kind === 'user') return { variable: 'user', field: requireField(name, userFields(), 'the user') }
  const field = requireField(name, recordVariables(model), model.name)
  return { variable: kind === 'before' ? 'before' : 'record', field }
}

/** The field of the record that a reference of the user leads to: `$user.person.department`. */
function findThrough(reference: string, member: string, userFields: readonly Field[], models: Models): UserVariable {
  const through = requireField(reference, userFields, 'the user')
  if (through.type !== 'reference')
    throw invalid(`The variable $user.${reference} is not a reference, so nothing can follow it.`)
  const target = models.get(through.target)
  return { variable: 'user', through, field: requireField(member, recordVariables(target), target.name) }
}

/** How each kind of variable is written. */
const spellings: Record<Variable['variable'], readonly string[]> = {
  user: ['$user'],
  now: ['$now', '$today', '$today-30d'],
  record: ['$record.<field>'],
  before: ['$before.<field>'],
  source: ['$source.<field>'],
}

function unknownVariable(text: string, { kinds, userFields }: VariableContext): Failure {
  const fields = userFields().length > 1 ? ['$user.<field>', '$user.<reference>.<field>'] : []
  const known = [...kinds.flatMap((kind) => spellings[kind]), ...fields].join(', ')
  const advice = `write one of ${known}; for text that begins with $ write $$.`
  return invalid(`There is no variable "${text.slice(0, 100)}": ${advice}`)
}

function requireField(name: string, fields: readonly Field[], owner: string): Field {
  const field = fields.find((one) => one.name === name)
  if (field) return field
  const known = fields.map((one) => one.name)
  throw invalid(`There is no field "${name.slice(0, 100)}" of ${owner}.${didYouMean(name, known)}`)
}

/** The fields of a user that a variable of a rule can name. */
export function userVariables(models: Models): Field[] {
  return recordVariables(models.get(userModel))
}

/** The fields of a record that a variable can name. */
export function recordVariables({ fields }: Model): Field[] {
  return [...fields, ...builtInColumns].filter((field) => !isSecret(field) && isStored(field))
}

function fits(variable: Variable, { field, owner }: Compared, context: VariableContext): boolean {
  const type = typeOf(field)
  if (variable.variable === 'now') return type.calendar !== undefined
  const own = variable.field
  const ids = idsIn(own, ownerOf(variable, context))
  // A reference fits the id of its own model.
  if (field.name === 'id' && ids !== undefined) return ids === owner
  if (variable.variable !== 'user') return haveOneType(own, field, ids)
  if (own.name === 'id') return (ids !== undefined && type.holdsIdsOf?.(field, ids)) ?? false
  if (own.type === 'reference') return field.type === 'reference' && own.target === field.target
  if (typeOf(own).textual && type.textual) return true
  return own.type === field.type && typeOf(own).columnType(own) === type.columnType(field)
}

/** The name of the model that has the field of a variable. */
function ownerOf(variable: Exclude<Variable, Moment>, { model, source }: VariableContext): string {
  if (variable.variable === 'user') return variable.through?.target ?? userModel
  return (variable.variable === 'source' ? (source ?? model) : model).name
}

/**
 * Whether a field can be compared with another field of a record: text with text, numbers with numbers, ids with ids of
 * the same model, and others with their own type. `ids` is the model whose ids the other field has, if it has any.
 */
function haveOneType(own: Field, field: Field, ids: string | undefined): boolean {
  const [type, ownType] = [typeOf(field), typeOf(own)]
  if (ids !== undefined && type.holdsIdsOf?.(field, ids)) return true
  if (own.type === 'reference' || field.type === 'reference' || !ownType.comparable) return false
  if (type.textual || ownType.textual) return type.textual && ownType.textual
  const [one, other] = [ownType.columnType(own), type.columnType(field)].map(withoutPrecision)
  return one === other || [one, other].every((columnType) => columnType === 'bigint' || columnType === 'numeric')
}

/** The model whose ids are the values of a field of the model `owner`, if they are ids. */
function idsIn(own: Field, owner: string): string | undefined {
  if (own.type === 'reference') return own.target
  if (own.name === 'id') return owner
  return own.name === 'createdBy' || own.name === 'updatedBy' ? userModel : undefined
}

function withoutPrecision(columnType: string): string {
  return columnType.replace(/\(\d+(,\d+)?\)/, '')
}

function invalid(message: string): Failure {
  return new Failure('invalid-parameter', message)
}
