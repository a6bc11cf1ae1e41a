import { isBuiltIn } from '../model/builtIn/names.ts'
import type { Mistake } from '../model/checkModels.ts'
import type { Models } from '../model/Models.ts'
import { toLabel } from '../model/toModel.ts'
import { wordsOf } from '../model/words.ts'
import { inLanguage, type Words } from '../text/words.ts'
import type { Logic } from './Logic.ts'
import { fill } from './template.ts'

/** What people read of a folder. */
export interface ReadByPeople {
  readonly models: Models
  readonly logic: Logic
  /** Which file declares a model, SQL or logic. */
  fileOf(name: string): string
}

/** The words of a folder in one language. */
export interface Translation {
  /** How many words there are. */
  readonly total: number
  /** Those that the language does not have, each at its place. */
  readonly missing: readonly Mistake[]
}

/**
 * Finds the words that a language does not have. A declared text without languages is the same in all of them; a label
 * that is made from a name is in the first language alone.
 */
export function findUntranslated(folder: ReadByPeople, language: string): Translation {
  const words = wordsOfFolder(folder)
  const [first] = folder.models.application.languages
  return {
    total: words.length,
    missing: words
      .filter(({ texts, isMade }) => language !== first && (isMade || !hasLanguage(texts, language)))
      .map(({ texts, member, isMade: _, ...at }) => ({
        ...at,
        message: `${member} ${JSON.stringify(inLanguage(texts))} is missing in ${language}`,
      })),
  }
}

function hasLanguage(texts: Words, language: string): boolean {
  return typeof texts === 'string' || Object.hasOwn(texts, language)
}

interface WordsAt extends Omit<Mistake, 'message'> {
  readonly member: string
  readonly texts: Words
  /** Whether nobody declared it: it is made from the name. */
  readonly isMade: boolean
}

function wordsOfFolder({ models, logic, fileOf }: ReadByPeople): WordsAt[] {
  const application = wordsAt(models.application, { file: fileOf('application') }, '')
  const ofModels = models.all
    .filter(({ name }) => !isBuiltIn(name))
    .flatMap((model) => wordsAt(model, { file: fileOf(model.name), model: model.name }, lastPart(model.name)))
  const ofActions = [...logic.actions.values()].flatMap(({ name, takes, ...own }) => {
    const at = { file: fileOf(name), model: `action ${name}` }
    const fields = { fields: takes.fields, relations: takes.relations }
    return [...wordsAt({ label: own.label, help: own.help }, at, lastPart(name)), ...wordsAt(fields, at, '')]
  })
  const ofSql = models.ownSql.flatMap(({ name, constraints }) => {
    const named = Object.entries(constraints).map(([constraint, one]) => ({ name: constraint, message: one.message }))
    return wordsAt({ constraints: named }, { file: fileOf(name), model: `sql ${name}` }, '')
  })
  const ofDashboards = models.dashboards.flatMap(({ name, label, tiles }) =>
    wordsAt({ label, tiles }, { file: fileOf(name), model: `dashboard ${name}` }, lastPart(name)),
  )
  return [
    ...application,
    ...ofModels,
    ...ofActions,
    ...ofSql,
    ...ofDashboards,
    ...wordsOfMails({ models, logic, fileOf }),
  ]
}

/** The text of a mail, in the languages that it has. */
function wordsOfMails({ logic, fileOf }: ReadByPeople): WordsAt[] {
  return [...logic.mails.values()].map(({ name, templates }) => {
    const subjects = [...templates].map(
      ([language, { subject }]) => [language, fill(subject, (path) => `{${path}}`)] as const,
    )
    const [only] = subjects
    const texts = only?.[0] === '' ? only[1] : Object.fromEntries(subjects)
    return { file: fileOf(name), model: `mail ${name}`, member: 'text', texts, isMade: false }
  })
}

function wordsAt(declared: object, at: Pick<Mistake, 'file' | 'model'>, name: string): WordsAt[] {
  return wordsOf(declared).map(({ words, member, part }) => ({
    ...at,
    ...(part === undefined ? {} : { field: part }),
    member,
    texts: words,
    isMade: member === 'label' && words === toLabel(part ?? name),
  }))
}

function lastPart(name: string): string {
  return name.split('.').at(-1) ?? name
}
