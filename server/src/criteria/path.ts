import { Failure } from '../failure/failure.ts'
import { namesOfUsers, userModel } from '../model/builtIn/names.ts'
import { userNameFields } from '../model/builtIn/plainModels.ts'
import type { Field } from '../model/field/Field.ts'
import type { CommonField } from '../model/field/FieldType.ts'
import { isAuthor, type ReferenceField } from '../model/field/reference.ts'
import { isSecret } from '../model/field/text.ts'
import type { Model } from '../model/Model.ts'
import type { Models } from '../model/Models.ts'
import type { Relation } from '../model/relation/Relation.ts'
import { didYouMean } from '../text/didYouMean.ts'

/** A field of a record, or of a record that it refers to through one or more references. */
export interface Path {
  readonly steps: readonly ReferenceField[]
  readonly field: Field
}

/** The target of a dotted name: a field, or a relation together with the rest of the name. */
export type Destination =
  | { readonly to: 'field'; readonly path: Path }
  | {
      readonly to: 'relation'
      readonly steps: readonly ReferenceField[]
      readonly relation: Relation
      readonly rest: string
    }

/** The maximum number of references and relations in one dotted name. */
export const maxSteps = 5

/** The fields that every record has in addition to its declared ones. You can select them, search and sort by them. */
export const builtInColumns: readonly Field[] = [
  builtIn('id', 'integer'),
  builtIn('version', 'integer'),
  builtIn('createdOn', 'dateTime'),
  builtIn('createdBy', 'integer'),
  builtIn('updatedOn', 'dateTime'),
  builtIn('updatedBy', 'integer'),
]

/** The field with the id of a record. */
export const [idField] = builtInColumns as [Field]

function builtIn(name: string, type: 'integer' | 'dateTime'): CommonField & { readonly type: typeof type } {
  return { name, type, label: name, required: !name.endsWith('By'), unique: false, indexed: false }
}

/** The steps from any record to its authors. Who sees the record sees the names of its authors, and nothing else. */
const authorSteps: readonly ReferenceField[] = ['createdBy', 'updatedBy'].map((name) => ({
  ...builtIn(name, 'integer'),
  type: 'reference',
  target: userModel,
  author: true,
}))

/** Resolves a dotted name, starting from a model. An unknown part is rejected by name. */
export function parseDestination(text: unknown, model: Model, models: Models): Destination {
  if (typeof text !== 'string') throw unknownField(JSON.stringify(text), model)
  const parts = text.split('.')
  if (parts.length > maxSteps + 1)
    throw new Failure('invalid-parameter', `The name ${shown(text)} has more than ${maxSteps} steps.`)
  const steps: ReferenceField[] = []
  let owner = model
  for (const [index, part] of parts.entries()) {
    const relation = owner.relations.find(({ name }) => name === part)
    if (relation) return { to: 'relation', steps, relation, rest: parts.slice(index + 1).join('.') }
    const field = [...owner.fields, ...builtInColumns].find(({ name }) => name === part)
    if (!field || isSecret(field)) throw unknownField(part, owner)
    if (index === parts.length - 1) return { to: 'field', path: { steps, field } }
    const author = isAuthor(field) ? field : authorSteps.find(({ name }) => name === part)
    if (author) return { to: 'field', path: toAuthorPath(text, [...steps, author], parts.slice(index + 1)) }
    if (field.type !== 'reference')
      throw new Failure(
        'invalid-parameter',
        `The name ${shown(text)} cannot continue after ${part}, which is not a reference.`,
      )
    steps.push(field)
    owner = requireTarget(field, parts[index + 1] ?? '', models)
  }
  throw unknownField(text, model)
}

function toAuthorPath(text: string, steps: readonly ReferenceField[], rest: readonly string[]): Path {
  const field = userNameFields.find(({ name }) => name === rest.join('.'))
  if (field) return { steps, field }
  const names = namesOfUsers.join(' and ')
  throw new Failure('invalid-parameter', `The name ${shown(text)} leads to no name of an author, who has ${names}.`)
}

/** Resolves a dotted name that must lead to a field, and not through a collection or links. */
export function parsePath(text: unknown, model: Model, models: Models): Path {
  const destination = parseDestination(text, model, models)
  if (destination.to === 'field') return destination.path
  throw new Failure(
    'invalid-parameter',
    `The name ${shown(String(text))} leads to many records: sort by a field of the record or of one that it refers to.`,
  )
}

/** A model that the caller cannot see has no fields either. */
function requireTarget({ name, target }: ReferenceField, next: string, models: Models): Model {
  const model = models.find(target)
  if (model) return model
  throw new Failure('invalid-parameter', `There is no field ${shown(next)} after ${name}.`)
}

function unknownField(text: string, { name, fields, relations }: Model): Failure {
  const known = [...fields.filter((field) => !isSecret(field)), ...relations, ...builtInColumns].map(
    (field) => field.name,
  )
  return new Failure('invalid-parameter', `There is no field ${shown(text)} in ${name}.${didYouMean(text, known)}`)
}

function shown(text: string): string {
  return `"${text.slice(0, 100)}"`
}
