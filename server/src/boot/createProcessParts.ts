import { availableParallelism } from 'node:os'
import { codes } from '../failure/failureCodes.ts'
import { isSecure } from '../http/ownOrigins.ts'
import { sessionCookie } from '../http/cookie.ts'
import { isLoopback } from '../settings/checkCombinations.ts'
import type { Settings } from '../settings/Settings.ts'
import { type Logic, noLogic } from '../logic/Logic.ts'
import { type OwnMails, toOwnMails } from '../logic/ownMails.ts'
import { withWriters } from '../logic/withWriters.ts'
import { Recorder } from '../metrics/Recorder.ts'
import { Documents } from '../openapi/Documents.ts'
import { operations } from '../operations/table.ts'
import { Sender } from '../outbound/Sender.ts'
import { RightsCache } from '../permission/RightsCache.ts'
import { Encryption } from '../session/Encryption.ts'
import { createPasswords } from '../session/createPasswords.ts'
import { createPasswordChecker } from '../session/createSessions.ts'
import type { ProcessParts } from '../tenant/ProcessParts.ts'
import { readOwnMailFiles } from '../work/mail/readMailFiles.ts'
import { createSmtpMailer } from '../work/mail/createSmtpMailer.ts'
import { passwordsOnly, type SignInOptions } from '../model/signIn/signIn.ts'
import type { ServeOptions } from './serve.ts'

/** Makes what a process has once. */
export async function createProcessParts(options: ServeOptions): Promise<ProcessParts> {
  const { settings, roles = [], logic = noLogic, log, version, cores = availableParallelism() } = options
  const models = withWriters(options.models, logic)
  const { newRequestId, newToken, now, random } = options
  const secure = isSecure(settings.publicUrl)
  const cookie = sessionCookie(secure).name
  const mailer = options.mailer ?? (await openMailer(settings))
  const base = addressOf(settings)
  const ownMails = mailer && base !== undefined ? { base, newToken, texts: await readTexts(logic) } : undefined
  const encryption = settings.encryptionKeys && new Encryption(settings.encryptionKeys, newToken)
  const has = { mail: ownMails !== undefined, encryption: encryption !== undefined }
  const offered = operations.filter(({ needs }) => needs === undefined || has[needs])
  const signIn = options.signIn ?? passwordsOnly
  return {
    settings,
    models,
    roles,
    logic,
    log,
    version,
    operations: offered,
    ownMails,
    signIn: await createSignIn(signIn, settings),
    documents: new Documents({ version, logic, operations: offered, cookie, isSecure: secure, limits: settings }),
    rights: new RightsCache(models),
    recorder: new Recorder(codes),
    passwords: await createPasswords(),
    passwordChecker: createPasswordChecker(cores),
    encryption,
    sender: new Sender({ networks: settings.webhookNetworks }),
    mailer,
    newRequestId,
    newToken,
    now,
    random,
  }
}

/** Where links lead: never to what a request names as the host. */
function addressOf({ publicUrl, host, port }: Settings): string | undefined {
  return publicUrl ?? (isLoopback(host) ? `http://${host}:${port}` : undefined)
}

/** The texts of the service's own mails: those of the folder, and for other languages those that come along. */
async function readTexts({ ownMails }: Logic): Promise<OwnMails> {
  const { ownMails: included } = toOwnMails(await readOwnMailFiles(), [])
  return new Map([...included].map(([kind, texts]) => [kind, new Map([...texts, ...(ownMails.get(kind) ?? [])])]))
}

/** Mails leave this machine encrypted, or not at all. */
async function openMailer({ smtpUrl: url, mailFrom: from }: Settings) {
  if (url === undefined || from === undefined) return undefined
  const { hostname, protocol } = new URL(url)
  return await createSmtpMailer({ url, from, requireTls: protocol === 'smtp:' && !isLoopback(hostname) })
}

/** A process without providers does not load what speaks with them. */
async function createSignIn(
  options: SignInOptions,
  { publicUrl, host, port }: Settings,
): Promise<ProcessParts['signIn']> {
  // Without a public address the service is on this machine alone.
  const origin = publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  if (options.providers.length === 0) return { options, origin }
  const { OidcProvider } = await import('../session/oidc/OidcProvider.ts')
  return { options, origin, createProvider: (provider, parts) => new OidcProvider(provider, parts) }
}
