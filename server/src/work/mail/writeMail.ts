import type { Mail } from '../../logic/Logic.ts'
import type { ReadableRecords } from '../../logic/Records.ts'
import { resolvePath } from '../../logic/resolvePath.ts'
import { fill, pathsOf, type Template } from '../../logic/template.ts'
import type { Models } from '../../model/Models.ts'
import { showTime, showValue } from './showValue.ts'

/** A mail with its values in place. The address is what the records say: it may be none. */
export interface WrittenMail {
  readonly to: unknown
  readonly subject: string
  readonly text: string
}

/** What writing a mail needs. */
export interface MailContext {
  readonly models: Models
  readonly records: Pick<ReadableRecords, 'read'>
}

/** What a mail takes, by name. */
type MailInput = Readonly<Record<string, unknown>>

/** The most characters of a subject. */
const maxSubject = 250

/** Reads what a mail tells, by its paths, and writes it in the language of its recipient. */
export async function writeMail(mail: Mail, input: MailInput, context: MailContext): Promise<WrittenMail> {
  const { to, language, takes, templates } = mail
  const paths = [...templates.values()].flatMap(pathsOf)
  const values = await readValues([to, ...(language === undefined ? [] : [language]), ...paths], mail, input, context)
  const { languages, timeZone } = context.models.application
  const wanted = language === undefined ? [] : toWanted(values.get(language))
  const [spoken, template] = chooseTemplate(templates, [...wanted, ...languages])
  const locale = { language: spoken === '' ? (languages[0] ?? 'en') : spoken, timeZone }
  const show = (path: string) => {
    const end = resolvePath(path, takes, context.models)
    const value = values.get(path)
    if (typeof end === 'string' || value === undefined || value === null) return ''
    if (end.field) return showValue(value, end.field, locale)
    return typeof value === 'string' ? showTime(value, locale) : String(Object(value)['username'] ?? value)
  }
  return {
    to: values.get(to),
    subject: toHeader(fill(template.subject, show)),
    text: `${withoutControls(fill(template.body, show)).trimEnd()}\n`,
  }
}

/** A text for a header: line ends and other control characters can't get into it. */
export function toHeader(text: string): string {
  const plain = text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]+/gu, ' ')
  return plain.trim().slice(0, maxSubject)
}

/** A text for a body, which has no control characters but line ends and tabs. */
export function withoutControls(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').replaceAll(/[^\P{Cc}\n\t]/gu, '')
}

/** A language, and the same one without its country. */
export function toWanted(language: unknown): string[] {
  return typeof language === 'string' ? [language, language.split('-')[0] ?? ''] : []
}

/** The text in the first of these languages that has one, or else the first text. */
export function chooseTemplate(
  templates: ReadonlyMap<string, Template>,
  languages: readonly string[],
): readonly [string, Template] {
  const found = languages.find((language) => templates.has(language))
  const all = [...templates]
  const chosen = all.find(([language]) => language === found) ?? all[0]
  if (!chosen) throw new TypeError('A mail has a text.')
  return chosen
}

/** The values at paths. What is behind one reference is read at once. */
async function readValues(paths: readonly string[], { takes }: Mail, input: MailInput, { records }: MailContext) {
  const heads = Map.groupBy(new Set(paths), headOf)
  const read = await Promise.all(
    [...heads].map(async ([head, all]): Promise<[string, unknown]> => {
      const field = takes.fields.find(({ name }) => name === head)
      const tails = all.map((path) => path.slice(head.length + 1)).filter((tail) => tail !== '')
      const sent = input[head]
      if (field?.type !== 'reference' || tails.length === 0 || sent === null) return [head, sent]
      const target = { name: field.target, title: 'id', fields: {} }
      return [head, await records.read(target, (sent as { readonly id: number }).id, tails as never[])]
    }),
  )
  const byHead = new Map(read)
  return new Map(paths.map((path) => [path, valueAt(byHead.get(headOf(path)), path.split('.').slice(1))]))
}

function headOf(path: string): string {
  return path.split('.', 1)[0] ?? path
}

function valueAt(record: unknown, names: readonly string[]): unknown {
  return names.reduce<unknown>((value, name) => (Object(value) as Record<string, unknown>)[name], record)
}
