import { didYouMean, suggest } from '../text/didYouMean.ts'
import type { Application } from './application.ts'
import { isBuiltIn } from './builtIn/names.ts'
import { checkChecks, checkTransitions } from './checkChecks.ts'
import { checkConstraints } from './checkConstraints.ts'
import { checkArchive, declaredFields } from './archive.ts'
import { checkOnly } from './checkOnly.ts'
import { checkDatabaseNames } from './checkDatabaseNames.ts'
import { checkField, isFieldName } from './checkField.ts'
import { checkIndexes, checkSearch, checkUnique } from './checkIndexes.ts'
import { checkRelation } from './checkRelation.ts'
import { checkSections } from './checkSections.ts'
import { checkShown } from './checkShown.ts'
import { checkSortBy } from './checkSortBy.ts'
import { findType } from './field/fieldTypes.ts'
import { checkViews } from './checkViews.ts'
import { isSecret } from './field/text.ts'
import { type BuiltInField, builtInFields, type Model } from './Model.ts'
import { Models } from './Models.ts'
import { tableOf } from './names.ts'
import { checkLanguages, checkWords } from './words.ts'

/** A model with the file that declares it. */
export interface LoadedModel {
  readonly file: string
  readonly model: Model
}

/** A mistake in the declarations. The message says what to write instead. */
export interface Mistake {
  readonly file: string
  readonly model?: string
  readonly field?: string
  readonly message: string
}

/** Returns all mistakes of all declarations. Declared models can refer to the service's own models. */
export function checkModels(
  loaded: readonly LoadedModel[],
  builtIn: readonly Model[] = [],
  application?: Application,
): Mistake[] {
  const models = new Models([...builtIn, ...loaded.map(({ model }) => model)], application)
  const find = (name: string) => models.find(name)
  // With what follows from other models and fields: rollups and formulas have their types.
  const resolved = loaded.map(({ file, model }, index) => ({
    file,
    model: models.all[builtIn.length + index] ?? model,
  }))
  const mistakes = resolved.flatMap(({ file, model }): Mistake[] => [
    ...checkModel(model).map((message) => ({ file, model: model.name, message })),
    ...declaredFields(model).flatMap((field) =>
      checkField(field, model, models, find).map((message) => ({
        file,
        model: model.name,
        field: field.name,
        message,
      })),
    ),
  ])
  const relations = resolved.flatMap(({ file, model }) =>
    model.relations.flatMap((relation) =>
      checkRelation(relation, model, find).map((message) => ({
        file,
        model: model.name,
        field: relation.name,
        message,
      })),
    ),
  )
  const languages = loaded.flatMap((one) => checkLanguagesOf(one, models.application.languages))
  return [...mistakes, ...relations, ...languages, ...checkDatabaseNames(loaded)]
}

function checkLanguagesOf({ file, model }: LoadedModel, languages: readonly string[]): Mistake[] {
  return checkLanguages(model, languages).map(({ part, message }) => ({
    file,
    model: model.name,
    ...(part === undefined ? {} : { field: part }),
    message,
  }))
}

const nameShape = /^[a-z][a-z0-9]*(\.[a-z][a-z0-9]*)*\.[A-Z][A-Za-z0-9]*$/
const maxTableLength = 50

/** Whether the text can be the full name of a model. */
export function isModelName(name: unknown): name is string {
  return typeof name === 'string' && nameShape.test(name)
}

function checkModel(model: Model): string[] {
  const names = model.fields.map(({ name }) => name)
  return [
    ...checkName(model.name),
    ...(model.was === undefined || isModelName(model.was) ? [] : ['was must be the full name that the model had']),
    ...checkWords('label', model.label),
    ...checkWords('plural', model.plural),
    ...(names.length > 200 ? [`a model has at most 200 fields, and this one has ${names.length}`] : []),
    ...checkTitle(model, names),
    ...checkList(model, names),
    ...checkSortBy(model.sortBy, model),
    ...checkShown('pick', model.pick, model),
    ...checkViews(model),
    ...checkSections(model),
    ...checkTogether(model),
    ...checkSearch(model),
    ...checkIndexes(model),
    ...checkUnique(model),
    ...checkConstraints(model),
    ...checkChecks(model),
    ...checkTransitions(model),
    ...checkOnly(model),
    ...checkArchive(model),
    ...checkHistory(model),
  ]
}

function checkName(name: unknown): string[] {
  if (!isModelName(name))
    return ['name must be a package in small letters and a model with a capital, such as com.example.contacts.Contact']
  if (isBuiltIn(name)) return ['the package tabularium belongs to the service: choose another one']
  if (tableOf(name).length > maxTableLength)
    return [`the name is too long: its table would be ${tableOf(name)}; ${maxTableLength} characters is the maximum`]
  return []
}

/** What every record has and can represent it. */
const titleBuiltIns: readonly string[] = ['id', 'createdOn', 'updatedOn'] satisfies BuiltInField[]

function checkTitle({ title, fields }: Model, names: string[]): string[] {
  if (titleBuiltIns.includes(title)) return []
  if (title === 'createdBy' || title === 'updatedBy')
    return ["an author can't be the title: use createdOn, id or a formula"]
  const field = fields.find(({ name }) => name === title)
  if (!field) return [`title must name a field of the model${typeof title === 'string' ? notSo(title, names) : ''}`]
  if (findType(field)?.canBeTitle === false)
    return [`title names a field of type ${field.type}: choose a text, a computed field, a choice, a number or a date`]
  if (isSecret(field)) return [`title names "${title}", which is a secret and never shown: choose another field`]
  return []
}

function notSo(name: string, known: readonly string[]): string {
  return `, not "${name}".${didYouMean(name, known)}`
}

function checkList({ list, fields }: Model, names: string[]): string[] {
  if (!Array.isArray(list)) return ["list must be an array of field names, such as list: ['name']"]
  const known = [...names, ...builtInFields]
  const unknown = list.filter((name) => !isFieldName(name) || !known.includes(name))
  return [
    ...unknown.map(
      (name) => `list names "${name}", which is not a field of the model.${didYouMean(String(name), known)}`,
    ),
    ...fields
      .filter((field) => isSecret(field) && list.includes(field.name))
      .map(({ name }) => `list names "${name}", which is a secret and never shown: leave it out`),
    ...(new Set(list).size < list.length ? ['list must not name a field twice'] : []),
  ]
}

function checkTogether({ together = [], fields }: Model): string[] {
  const example = "together must be groups of field names, such as together: [['street', 'city']]"
  if (!Array.isArray(together) || !together.every((group) => Array.isArray(group) && group.length > 1)) return [example]
  const writable = fields.filter((field) => findType(field)?.writable).map(({ name }) => name)
  const all = together.flat()
  return [
    ...all
      .filter((name) => !writable.includes(name))
      .map(
        (name) => `together names "${name}", which is not a field that is written.${suggest(String(name), writable)}`,
      ),
    ...(new Set(all).size < all.length ? ['together must not name a field twice'] : []),
  ]
}

function checkHistory({ keepHistory }: Model): string[] {
  if (keepHistory === undefined || (Number.isInteger(keepHistory) && keepHistory >= 1)) return []
  return ['keepHistory must be a number of days, such as keepHistory: 730; leave it out to keep all']
}
