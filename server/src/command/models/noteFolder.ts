import { findUntranslated } from '../../logic/findUntranslated.ts'
import type { Mistake } from '../../model/checkModels.ts'
import { noteOrders } from '../../model/noteOrders.ts'
import { noteDefaults } from '../../permission/noteDefaults.ts'
import { noteRoles } from '../../permission/noteRoles.ts'
import { CommandFailure } from '../CommandFailure.ts'
import type { Declared } from '../loadDeclared.ts'

/** What is allowed in a folder and may not be meant; if a language is asked for, the words that it does not have. */
export function noteFolder(declared: Declared, folder: string, language?: string): Mistake[] {
  const { models, roles, logic } = declared
  const files = new Map([...declared.files, ...filesOfLogic(declared)])
  const fileOf = (name: string) => files.get(name) ?? folder
  const [, ...others] = models.application.languages
  const read = { models, logic, fileOf }
  if (language !== undefined) {
    requireLanguage(language, models.application.languages)
    return [...findUntranslated(read, language).missing]
  }
  const counts = others.flatMap((one): Mistake[] => {
    const { total, missing } = findUntranslated(read, one)
    const advice = `tabularium models check --language ${one} lists them`
    return missing.length === 0
      ? []
      : [{ file: fileOf('application'), message: `${one}: ${missing.length} of ${total} words are missing; ${advice}` }]
  })
  return [...noteOrders(models, fileOf), ...noteDefaults(roles, models), ...noteRoles(roles, models), ...counts]
}

function filesOfLogic({ loadedLogic }: Declared): [string, string][] {
  return loadedLogic.map(({ file, declaration }) => ['name' in declaration ? String(declaration.name) : '', file])
}

function requireLanguage(language: string, languages: readonly string[]): void {
  if (languages.includes(language)) return
  const known = languages.length === 0 ? 'declares none' : `has ${languages.join(', ')}`
  throw new CommandFailure('usage', `"${language}" is not among the languages: application() ${known}.`)
}
