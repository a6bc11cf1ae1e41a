import { createHash } from 'node:crypto'
import type { OwnMailKind, OwnMails, OwnMailValue } from '../../logic/ownMails.ts'
import { fill, type Template } from '../../logic/template.ts'
import type { Application } from '../../model/application.ts'
import type { Database } from '../../postgres/Database.ts'
import { type LinkPurpose, makeLinkStatement } from '../../statement/service/mailLinks.ts'
import type { MailEvent } from '../../statement/service/mailNotices.ts'
import { recipientStatement } from '../../statement/service/mails.ts'
import { inLanguage } from '../../text/words.ts'
import { wordsOfEvents } from './mailEvents.ts'
import { showTime } from './showValue.ts'
import { chooseTemplate, toHeader, toWanted, withoutControls } from './writeMail.ts'

/** What the service's own mails need. */
export interface OwnMailOptions {
  readonly texts: OwnMails
  /** The address of the service, without a slash at its end: links lead nowhere else. */
  readonly base: string
  /** 256 random bits. */
  newToken(): Uint8Array
}

/** What a job says of a mail of the service. */
export interface OwnMailInput {
  readonly user: number
  /** The address, if it is not that of the user. */
  readonly email?: string
  readonly event?: MailEvent
  /** The network of a login. */
  readonly network?: string
}

/** Whom a mail is for. */
export interface Recipient {
  readonly to: string
  readonly username: string
  readonly name: string
  readonly language: string | null
  readonly timeZone: string | null
}

/** What writing such a mail takes. */
export interface OwnMailContext extends OwnMailOptions {
  readonly database: Database
  readonly application: Application
}

/** The screen of each link, and how long the link works, in milliseconds. */
const links: Readonly<Record<LinkPurpose, { readonly screen: string; readonly lifetime: number }>> = {
  reset: { screen: 'reset', lifetime: 3_600_000 },
  invitation: { screen: 'invitation', lifetime: 7 * 86_400_000 },
  address: { screen: 'address', lifetime: 3_600_000 },
}

/** Finds whom a mail is for; undefined if the user is disabled, or has no address for it any more. */
export async function findRecipient(
  kind: OwnMailKind,
  { user, email: given }: OwnMailInput,
  database: Database,
): Promise<Recipient | undefined> {
  const [row] = await database.run(recipientStatement(user), 'read')
  const [username = '', name, email, isVerified, language = null, timeZone = null] = row ?? []
  const known = kind === 'invitation' || isVerified === 't' ? email : undefined
  const to = given ?? known
  if (!row || !to) return undefined
  return { to, username: username ?? '', name: name || (username ?? ''), language, timeZone }
}

/** Writes a mail, and makes its link: nobody but the recipient ever has the token. */
export async function writeOwnMail(
  kind: OwnMailKind,
  { user, event = 'password', network = '' }: OwnMailInput,
  recipient: Recipient,
  context: OwnMailContext,
): Promise<{ readonly subject: string; readonly text: string }> {
  const { application, base, texts } = context
  const wanted = recipient.language === null ? [] : toWanted(recipient.language)
  const known: ReadonlyMap<string, Template> = texts.get(kind) ?? new Map()
  const [language, template] = chooseTemplate(known, [...wanted, ...application.languages, 'en'])
  const values: Partial<Record<OwnMailValue, string>> = {
    name: toHeader(recipient.name),
    username: recipient.username,
    application: inLanguage(application.label ?? new URL(base).host, language),
    ...(kind === 'notice'
      ? { event: inLanguage(wordsOfEvents[event], language).replace('{network}', () => toHeader(network)) }
      : await makeLink(kind, user, recipient, language, context)),
  }
  const show = (path: string) => values[path as OwnMailValue] ?? ''
  return {
    subject: toHeader(fill(template.subject, show)),
    text: `${withoutControls(fill(template.body, show)).trimEnd()}\n`,
  }
}

/** The token stands behind the #: neither the server of the link, nor a proxy, nor a page behind it gets to know it. */
async function makeLink(
  purpose: LinkPurpose,
  userId: number,
  { to: email, timeZone }: Recipient,
  language: string,
  { base, application, database, newToken }: OwnMailContext,
) {
  const { screen, lifetime } = links[purpose]
  const token = Buffer.from(newToken()).toString('base64url')
  const digest = createHash('sha256').update(token).digest('hex')
  const [row] = await database.run(makeLinkStatement({ purpose, userId, digest, email, lifetime }), 'write')
  const until = new Date(Number(row?.[0])).toISOString()
  return {
    link: `${base}/console/${screen}#token=${token}`,
    until: showTime(until, { language, timeZone: timeZone ?? application.timeZone }),
  }
}
