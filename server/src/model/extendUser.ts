import { laterUserFields } from './builtIn/names.ts'
import { checkField } from './checkField.ts'
import { checkRelation } from './checkRelation.ts'
import type { Mistake } from './checkModels.ts'
import type { FieldDeclarations } from './declare.ts'
import { findType } from './field/fieldTypes.ts'
import type { Model } from './Model.ts'
import type { Models } from './Models.ts'
import { checkLanguages } from './words.ts'

/** Marks declarations made by `extendUser()`, in any copy of this package. */
const mark = Symbol.for('tabularium.extendUser')

/** Additional fields for the users of this installation. */
export interface UserExtension<Fields extends FieldDeclarations = FieldDeclarations> {
  readonly fields: Fields
}

/** Adds fields to `tabularium.User`. Rules can use them: `$user.region`. */
export function extendUser<const Fields extends FieldDeclarations>(
  extension: UserExtension<Fields>,
): UserExtension<Fields> {
  return Object.defineProperty({ ...extension }, mark, { value: true })
}

export function isUserExtension(value: unknown): value is UserExtension {
  return typeof value === 'object' && value !== null && mark in value
}

/** An extension with the file that declares it. */
export interface LoadedExtension {
  readonly file: string
  readonly extension: UserExtension
}

/** The fields of all extensions. `checkExtensions` reports duplicate names. */
export function fieldsOf(extensions: readonly LoadedExtension[]): FieldDeclarations {
  return Object.assign({}, ...extensions.map(({ extension }) => extension.fields ?? {}))
}

/** Returns the mistakes of the extensions. `plain` is the user model without them, `user` the one with all of them. */
export function checkExtensions(
  extensions: readonly LoadedExtension[],
  plain: Model,
  user: Model,
  models: Models,
): Mistake[] {
  const taken = new Map([...plain.fields, ...plain.relations].map(({ name }) => [name, 'every user']))
  return extensions.flatMap(({ file, extension }) => {
    const unknown = Object.keys(extension).filter((member) => member !== 'fields')
    const mistakes = unknown.map((member) => ({ file, message: `extendUser has no member "${member}": it has fields` }))
    const names = Object.keys(extension.fields ?? {})
    const wrong = names.flatMap((field) => {
      const owner = taken.get(field)
      taken.set(field, file)
      const messages = owner === undefined ? checkOne(field, user, models) : [toTaken(field, owner)]
      return messages.map((message) => ({ file, model: user.name, field, message }))
    })
    const empty =
      names.length === 0 ? [{ file, message: 'extendUser needs fields: { region: text({ max: 20 }) }' }] : []
    return [...mistakes, ...empty, ...wrong]
  })
}

function toTaken(field: string, owner: string): string {
  if (owner !== 'every user') return `is declared in ${owner} as well: keep one of the two`
  return laterUserFields.has(field)
    ? `every user has this field now: give yours another name, and declare there what it was with was: '${field}'`
    : 'every user has this field already: choose another name'
}

function checkOne(name: string, user: Model, models: Models): string[] {
  const findModel = (other: string) => models.find(other)
  const words = checkLanguages(user, models.application.languages).filter(({ part }) => part === name)
  return [...checkMember(name, user, models, findModel), ...words.map(({ message }) => message)]
}

function checkMember(
  name: string,
  user: Model,
  models: Models,
  findModel: (name: string) => Model | undefined,
): string[] {
  const relation = user.relations.find((candidate) => candidate.name === name)
  if (relation) return checkRelation(relation, user, findModel)
  const field = user.fields.find((candidate) => candidate.name === name)
  if (!field) return []
  const needsDefault = field.required && field.default === undefined && findType(field)?.writable
  const message = 'a required field of a user needs a default: existing users have no value for it'
  return [...checkField(field, user, models, findModel), ...(needsDefault ? [message] : [])]
}
