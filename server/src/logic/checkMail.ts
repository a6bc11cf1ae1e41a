import { typeOf } from '../model/field/fieldTypes.ts'
import type { Models } from '../model/Models.ts'
import type { Mail } from './Logic.ts'
import type { MailDeclaration } from './mail.ts'
import { resolvePath } from './resolvePath.ts'
import { maxTemplate, pathsOf } from './template.ts'

/** An address that is one address, without a name. */
const oneAddress = /^[^\s<>(),;:"[\]\\@]+@[^\s<>(),;:"[\]\\@]+$/

/** Whether a text is the address of one recipient. It has no line ends, and nothing that begins another header. */
export function isAddress(text: unknown): text is string {
  return typeof text === 'string' && text.length <= 254 && oneAddress.test(text)
}

/** Returns the mistakes of a mail: of its paths, its texts and its addresses. */
export function checkMail(declaration: MailDeclaration, mail: Mail, models: Models): string[] {
  const { to, language, replyTo, text } = declaration
  return [
    ...checkTextPath('to', to, mail, models),
    ...(language === undefined ? [] : checkTextPath('language', language, mail, models)),
    ...(replyTo === undefined || isAddress(replyTo) ? [] : ["replyTo must be an address, such as 'desk@example.com'"]),
    ...checkTexts(text, mail, models),
  ]
}

function checkTextPath(member: string, path: unknown, { takes }: Mail, models: Models): string[] {
  if (typeof path !== 'string' || path === '') return [`${member} must be a path, such as 'loan.borrower.email'`]
  const end = resolvePath(path, takes, models)
  if (typeof end === 'string') return [`${member} is ${end}`]
  return end.field && typeOf(end.field).textual
    ? []
    : [`${member} is {${path}}, which is no text: name a text, such as an e-mail address`]
}

function checkTexts(text: unknown, { name, takes, templates }: Mail, models: Models): string[] {
  if (templates.size === 0)
    return [`has no text: write text: 'Subject\\n\\n…', or the file mails/${name}.en.txt beside the models`]
  const { languages } = models.application
  const unknown = languages.length === 0 ? [] : [...templates.keys()].filter((one) => one && !languages.includes(one))
  if (unknown.length > 0)
    return [`has texts in ${unknown.join(', ')}, and application() has the languages ${languages.join(', ')}`]
  if (text !== undefined && !isText(text)) return ['text must be a text, or one by language: { en: …, de: … }']
  return [...templates].flatMap(([language, template]) => {
    const where = language === '' ? 'the text' : `the text "${language}"`
    const paths = new Set(pathsOf(template))
    const wrong = [...paths].flatMap((path) => {
      const end = resolvePath(path, takes, models)
      return typeof end === 'string' ? [`${where} has ${end}`] : []
    })
    return [...wrong, ...(template.subject.length > 0 ? [] : [`the first line of ${where} is the subject: write one`])]
  })
}

function isText(text: unknown): boolean {
  const texts: readonly unknown[] = typeof text === 'object' && text !== null ? Object.values(text) : [text]
  return texts.every((one) => typeof one === 'string' && one.length <= maxTemplate)
}
