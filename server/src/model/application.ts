import { didYouMean, suggest } from '../text/didYouMean.ts'
import { didYouMeanZone, isTimeZone } from '../text/timeZone.ts'
import type { Words } from '../text/words.ts'
import type { Mistake } from './checkModels.ts'
import { checkLanguages, checkWords } from './words.ts'

/** Marks declarations made by `application()`, in any copy of this package. */
const mark = Symbol.for('tabularium.application')

/** What holds for all models of a folder. */
export interface ApplicationDeclaration {
  /** The name of the application for people. */
  readonly label?: Words
  /** The zone whose day `$today`, series and groups by day have: `Pacific/Auckland`; UTC if absent. */
  readonly timeZone?: string
  /** The languages of labels and messages, as in `en` or `pt-BR`. The first one is used where another is missing. */
  readonly languages?: readonly string[]
  /** The currency of the application, such as `NZD`. */
  readonly currency?: string
  /** The first day of the fiscal year, as month and day: `04-01`. */
  readonly yearBegins?: `${string}-${string}`
}

/** The plain form of `application()`: only JSON values. */
export interface Application {
  readonly label?: Words
  readonly timeZone: string
  readonly languages: readonly string[]
  readonly currency?: string
  readonly yearBegins: string
}

/** What holds for a folder that does not declare it. */
export const plainApplication: Application = { timeZone: 'UTC', languages: [], yearBegins: '01-01' }

/** Declares what holds for all models of the folder. Mistakes are reported when the folder is loaded, all at once. */
export function application(declaration: ApplicationDeclaration): ApplicationDeclaration {
  return Object.defineProperty({ ...declaration }, mark, { value: true })
}

export function isApplication(value: unknown): value is ApplicationDeclaration {
  return typeof value === 'object' && value !== null && mark in value
}

/** The plain form of a declaration. Mistakes are not corrected: `checkApplications` finds them. */
export function toApplication(declaration: ApplicationDeclaration | undefined): Application {
  return { ...plainApplication, ...declaration }
}

/** A declaration of the application with the file that has it. */
export interface LoadedApplication {
  readonly file: string
  readonly declaration: ApplicationDeclaration
}

/** Returns the mistakes of all declarations of the application. There must be one at most. */
export function checkApplications(loaded: readonly LoadedApplication[]): Mistake[] {
  return loaded.flatMap(({ file, declaration }, index) => {
    const other = loaded[index - 1]
    const messages = [
      ...(other ? [`application() is declared in ${other.file} as well: keep one of the two`] : []),
      ...checkApplication(declaration),
    ]
    return messages.map((message) => ({ file, message }))
  })
}

const checks: { readonly [M in keyof Required<ApplicationDeclaration>]: (value: unknown) => string[] } = {
  label: (value) => checkWords('label', value),
  timeZone: checkTimeZone,
  languages: checkTags,
  currency: checkCurrency,
  yearBegins: checkYearBegins,
}

function checkApplication(declaration: ApplicationDeclaration): string[] {
  const members = Object.keys(checks)
  const { languages } = declaration
  return [
    ...Object.keys(declaration)
      .filter((member) => !members.includes(member))
      .map((member) => `application has no member "${member}".${suggest(member, members)}`),
    ...Object.entries(declaration).flatMap(([member, value]) =>
      value === undefined || !isMember(member) ? [] : checks[member](value),
    ),
    ...checkLanguages(declaration, Array.isArray(languages) ? languages : []).map(({ message }) => message),
  ]
}

function isMember(name: string): name is keyof ApplicationDeclaration {
  return Object.hasOwn(checks, name)
}

/** Returns what is wrong with a zone, of `application()` or of the setting. */
export function checkTimeZone(value: unknown): string[] {
  if (isTimeZone(value)) return []
  return [`timeZone must be a name such as Europe/Paris, and is ${JSON.stringify(value)}.${didYouMeanZone(value)}`]
}

function checkTags(value: unknown): string[] {
  if (!Array.isArray(value) || value.length === 0) return ["languages must be a list such as languages: ['en', 'de']"]
  const unfit = value.filter((tag) => !isLanguage(tag))
  return [
    ...unfit.map((tag) => `languages has ${JSON.stringify(tag)}: write tags such as en, de or pt-BR`),
    ...(new Set(value).size < value.length ? ['languages must not name a language twice'] : []),
  ]
}

/** Whether a text is a tag of BCP 47 in its usual spelling, which is how it is looked up: `pt-BR`, not `PT-br`. */
function isLanguage(tag: unknown): boolean {
  try {
    return typeof tag === 'string' && /^[a-z]{2,3}(?:-|$)/.test(tag) && Intl.getCanonicalLocales(tag)[0] === tag
  } catch {
    return false
  }
}

function checkCurrency(value: unknown): string[] {
  const known = Intl.supportedValuesOf('currency')
  if (typeof value === 'string' && known.includes(value)) return []
  const hint = didYouMean(String(value), known)
  return [`currency must be a code of ISO 4217 such as NZD, and is ${JSON.stringify(value)}.${hint}`]
}

function checkYearBegins(value: unknown): string[] {
  // February 29 is not in every year.
  const isDay = typeof value === 'string' && /^\d\d-\d\d$/.test(value) && isDayOf2001(`2001-${value}`)
  return isDay ? [] : [`yearBegins must be a month and a day such as 04-01, and is ${JSON.stringify(value)}`]
}

function isDayOf2001(day: string): boolean {
  const moment = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(day)
}
