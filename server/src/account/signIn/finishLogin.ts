import { createHash } from 'node:crypto'
import type { ExecutionServices } from '../../execute/ExecutionServices.ts'
import { Failure, unavailable } from '../../failure/failure.ts'
import type { Log } from '../../request/log.ts'
import { toHash } from '../../session/apiKey.ts'
import { LoginRefused } from '../../session/oidc/LoginRefused.ts'
import type { Claims } from '../../session/oidc/verifyIdToken.ts'
import type { OnSignIn } from '../../session/OnSignIn.ts'
import { toNetwork } from '../../session/toNetwork.ts'
import { findPersonStatement, type PossibleUser } from '../../statement/service/identities.ts'
import { openTiedSessionStatement } from '../../statement/service/openSession.ts'
import { noteSignInStatement } from '../../statement/service/signIns.ts'
import {
  emailOf,
  externalIdOf,
  findPerson,
  nameOf,
  type PossibleUsers,
  toUsernames,
  toWantedRoles,
  type WantedRoles,
} from './findPerson.ts'
import { loginRefused } from './loginRefused.ts'
import type { SignIns } from './SignIns.ts'
import type { Callback, Client, FinishedLogin, TakenLogin } from './TakenLogin.ts'
import { createPerson, giveRoles, type Person, tie } from './writePerson.ts'

export interface FinishServices extends ExecutionServices {
  readonly signIns: SignIns
  readonly log: Log
  onSignIn: OnSignIn
  /** 256 random bits. */
  newToken(): Uint8Array
  /** The time of day, in milliseconds since 1970. */
  now(): number
}

/** How often who it is is asked again, because somebody else was there first. */
const maxAttempts = 4

/** Opens a session for the person whom a provider names, or says why not: in a word, and more to administrators. */
export async function finishLogin(
  callback: Callback,
  client: Client,
  services: FinishServices,
): Promise<FinishedLogin> {
  const { signIns, onSignIn } = services
  signIns.find(callback.provider)
  const taken = await signIns.take(callback).catch((error: unknown) => {
    // Anybody can send such a callback: it is counted, and not noted.
    onSignIn('oidc', callback.provider, 'refused', reasonOf(error))
    throw error
  })
  const login = new ProviderLogin(taken, client, services)
  try {
    const claims = await signIns.identify(taken, callback)
    return { to: taken.to, token: await login.open(claims) }
  } catch (error) {
    throw await login.refuse(error)
  }
}

/** One login that has come back. */
class ProviderLogin {
  readonly #taken: TakenLogin
  readonly #client: Client
  readonly #services: FinishServices
  #userId: number | null = null
  #subject: string | undefined

  constructor(taken: TakenLogin, client: Client, services: FinishServices) {
    this.#taken = taken
    this.#client = client
    this.#services = services
  }

  /** Opens a session with one statement if the person is known and nothing differs. Returns its token. */
  async open(claims: Claims): Promise<string> {
    const { options } = this.#taken.provider
    const { requestId } = this.#client
    this.#subject = claims.subject
    const person = { provider: options.name, issuer: options.issuer, subject: claims.subject, requestId }
    const wanted = toWantedRoles(claims, options.roles)
    const token = Buffer.from(this.#services.newToken()).toString('base64url')
    let given: Pick<WantedRoles, 'wanted' | 'admin'> | undefined = wanted
    for (let attempt = 1; attempt <= maxAttempts; attempt++) {
      if (await this.#tryOpen(token, person, claims, wanted && given && { ...wanted, ...given })) return token
      given = await this.#prepare(person, claims, wanted)
    }
    throw unavailable('The login collided with others of the same person.')
  }

  async #tryOpen(token: string, person: Person, claims: Claims, roles: WantedRoles | undefined): Promise<boolean> {
    const { database, log, onSignIn, signIns } = this.#services
    const { agent, address, requestId } = this.#client
    const { provider, issuer, subject } = person
    const { options } = this.#taken.provider
    const hash = toHash(token)
    const session = {
      hash,
      provider,
      issuer,
      subject,
      sid: claims.sid ?? null,
      authTime: claims.authTime ?? null,
      roles: roles ? { mapped: roles.mapped, held: roles.wanted } : null,
      admin: roles?.admin ?? null,
      lifetime: options.lifetime ?? null,
      idToken: signIns.hints.keep(options, claims.token, hash),
      reason: roles?.isMissing ? 'claims-missing' : null,
      agent,
      network: toNetwork(address),
      requestId,
    }
    const [opened] = await database.run(openTiedSessionStatement(session), 'write')
    if (!opened) return false
    log.info({ user: opened[2], method: 'oidc', provider }, 'signed in')
    onSignIn('oidc', provider, 'ok', session.reason ?? '')
    return true
  }

  /** Makes what opening a session needs, or fails. Returns the roles that the user has then. */
  async #prepare(person: Person, claims: Claims, wanted: WantedRoles | undefined) {
    const { database, log } = this.#services
    const { linkBy } = this.#taken.provider.options
    const named = { email: emailOf(claims) ?? null, externalId: externalIdOf(claims, linkBy) ?? null }
    const [row] = await database.run(findPersonStatement(person, named), 'read')
    const known: PossibleUser | null = JSON.parse(row?.[0] ?? 'null')
    const possible = { holders: JSON.parse(row?.[1] ?? '[]'), made: JSON.parse(row?.[2] ?? 'null') }
    if (!known) return this.#begin(person, claims, possible, wanted)
    this.#userId = known.id
    if (known.disabled) throw loginRefused('account-disabled')
    if (!wanted) return undefined
    const given = await giveRoles(person, known.id, wanted, this.#services).catch((error: unknown) => {
      // The last administrator stays one, whatever the claim says.
      if (!(error instanceof Failure) || wanted.admin !== false) throw error
      return giveRoles(person, known.id, { ...wanted, admin: null }, this.#services)
    })
    if (!given) return undefined
    const { held, admin, given: more, taken } = given
    if (more.length + taken.length > 0)
      log.info({ user: known.username, given: more, taken, via: person.provider }, 'roles given')
    return { wanted: held, admin: wanted.admin === null ? null : admin }
  }

  /** The first login of a person: ties it to a user, or creates one. */
  async #begin(person: Person, claims: Claims, possible: PossibleUsers, wanted: WantedRoles | undefined) {
    const { options } = this.#taken.provider
    const first = findPerson(claims, possible, options)
    if ('refused' in first) throw loginRefused(first.refused)
    if ('tie' in first) {
      this.#userId = first.tie.id
      await tie(person, first.tie.id, first.by, this.#services)
      return wanted
    }
    const roles = [...(options.signUp?.roles ?? []), ...(wanted?.wanted ?? [])]
    const usernames = toUsernames(first.email, person.issuer, person.subject)
    const verifiedOn = new Date(this.#services.now()).toISOString()
    await createPerson(
      person,
      { usernames, name: nameOf(claims), email: first.email, verifiedOn, roles },
      this.#services,
    )
    return wanted
  }

  /** Notes a login that opened no session, and returns the failure for the person. */
  async refuse(cause: unknown): Promise<unknown> {
    const { database, log, onSignIn } = this.#services
    const provider = this.#taken.provider.options.name
    const failure = cause instanceof LoginRefused ? loginRefused(cause.reason) : cause
    const reason = reasonOf(failure)
    onSignIn('oidc', provider, 'refused', reason)
    const subject = this.#subject && createHash('sha256').update(this.#subject).digest('hex').slice(0, 8)
    const detail = cause instanceof LoginRefused ? { error: cause.message } : {}
    log.warn({ provider, reason, ...(subject ? { subject } : {}), ...detail }, 'sign-in refused')
    const { agent, address, requestId } = this.#client
    const noted = { method: 'oidc', provider, result: 'refused', reason, agent, requestId } as const
    const noting = noteSignInStatement({ ...noted, user: this.#userId, network: toNetwork(address) })
    // The answer does not depend on the note.
    await database.run(noting, 'internal').catch(() => {})
    return failure
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Failure)) return 'internal'
  return error.details.reason ?? error.code
}
