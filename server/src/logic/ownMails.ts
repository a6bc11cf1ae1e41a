import type { Mistake } from '../model/checkModels.ts'
import { suggest } from '../text/didYouMean.ts'
import { fill, maxTemplate, type Piece, pathsOf, type Template, toTemplate } from './template.ts'
import type { MailFiles } from './toLogic.ts'

/** The mails of the service itself: those with links, and what is told besides. */
export const ownMailKinds = ['reset', 'invitation', 'address', 'notice'] as const
export type OwnMailKind = (typeof ownMailKinds)[number]

/** The texts of the service's own mails, by kind and language. */
export type OwnMails = ReadonlyMap<string, ReadonlyMap<string, Template>>

/** What stands in the texts: whom the mail is for, of what, and the link with its end; or what has happened. */
export type OwnMailValue = 'name' | 'username' | 'application' | 'link' | 'until' | 'event'

const ofAll = ['name', 'username', 'application'] as const satisfies readonly OwnMailValue[]
const ofLinks: readonly OwnMailValue[] = [...ofAll, 'link', 'until']
const ofNotices: readonly OwnMailValue[] = [...ofAll, 'event']

const prefix = 'tabularium.'

/** The names of the jobs that send them. */
export const ownMailNames: readonly string[] = ownMailKinds.map((kind) => `${prefix}${kind}`)

/** The kind of mail that a job sends; undefined if it is a mail of the application. */
export function ownMailKindOf(job: string): OwnMailKind | undefined {
  return ownMailKinds.find((kind) => job === `${prefix}${kind}`)
}

/** The texts of the service's own mails among the files of a folder, and all mistakes in them. */
export function toOwnMails(
  files: MailFiles,
  languages: readonly string[],
): { readonly ownMails: OwnMails; readonly mistakes: readonly Mistake[] } {
  const own = [...files].flatMap(([name, texts]) =>
    name.startsWith(prefix) ? [[name.slice(prefix.length), texts] as const] : [],
  )
  const mistakes = own.flatMap(([kind, texts]) =>
    [...texts].flatMap(([language, text]) =>
      findMistakes(kind, text, languages.length === 0 || languages.includes(language), languages).map((message) => ({
        file: `mails/${prefix}${kind}.${language}.txt`,
        message,
      })),
    ),
  )
  const toTemplates = (texts: ReadonlyMap<string, string>) =>
    new Map([...texts].map(([language, text]) => [language, toTemplate(text)]))
  return { ownMails: new Map(own.map(([kind, texts]) => [kind, toTemplates(texts)])), mistakes }
}

function findMistakes(kind: string, text: string, isKnown: boolean, languages: readonly string[]): string[] {
  if (!ownMailKinds.some((one) => one === kind))
    return [`is the text of no mail of the service.${suggest(kind, ownMailKinds)}`]
  if (text.length > maxTemplate) return [`has more than ${maxTemplate} characters: shorten it`]
  const template = toTemplate(text)
  const values: readonly string[] = kind === 'notice' ? ofNotices : ofLinks
  const unknown = [...new Set(pathsOf(template))].filter((path) => !values.includes(path))
  const needed = kind === 'notice' ? 'event' : 'link'
  return [
    ...(isKnown ? [] : [`is in a language that application() does not have: it has ${languages.join(', ')}`]),
    ...(fill(template.subject, () => 'x').trim() === '' ? ['the first line is the subject: write one'] : []),
    ...unknown.map((path) => `has {${path}}; there are ${values.map((value) => `{${value}}`).join(', ')}`),
    ...(count(template.body, needed) === 1 && count(template.subject, needed) === 0
      ? []
      : [`must have {${needed}} once, below the subject`]),
  ]
}

function count(pieces: readonly Piece[], path: string): number {
  return pieces.filter((piece) => typeof piece !== 'string' && piece.path === path).length
}
