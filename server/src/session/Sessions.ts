import { createRunner, type Run } from '../batch/createRunner.ts'
import { Failure, sessionRequired } from '../failure/failure.ts'
import { requireValue } from '../failure/invariant.ts'
import { Models } from '../model/Models.ts'
import type { ConfirmOptions } from '../permission/Credential.ts'
import { isAccessToken } from '../request/isAccessToken.ts'
import {
  credentialsStatement,
  keyStatement,
  sessionStatement,
  type SessionRow,
  type SessionTimes,
  touchKeyStatement,
  touchStatement,
} from '../statement/service/sessions.ts'
import { hasPasswordStatement } from '../statement/service/users.ts'
import { openSessionStatement } from '../statement/service/openPasswordSession.ts'
import { closeSessionStatement } from '../statement/service/sessionWrites.ts'
import { isApiKey, toHash } from './apiKey.ts'
import type { ClosedSession, Login, OpenedSession, Presented, PresentedToken } from './Login.ts'
import type { Caller } from './Caller.ts'
import { CallerCache } from './CallerCache.ts'
import { LastUsedQueue } from './LastUsedQueue.ts'
import { noteRefusal } from './noteRefusal.ts'
import { SecondStep } from './SecondStep.ts'
import type { SessionsOptions } from './SessionsOptions.ts'
import { toCaller } from './toCaller.ts'
import { toNetwork } from './toNetwork.ts'
import { foldUsername } from './username.ts'
import { passwordUnused, wrongCredentials } from './wrongCredentials.ts'

type Kind = 'session' | 'key' | 'scimKey'

/**
 * Sessions and API keys in PostgreSQL. Every request checks them in the database, so that ending one takes effect at
 * once in all processes.
 */
export class Sessions {
  readonly #options: SessionsOptions
  readonly #times: SessionTimes
  readonly #confirm: ConfirmOptions
  readonly #find: Record<Kind, Run<string, SessionRow | undefined>>
  readonly #lastUsed: Record<'session' | 'key', LastUsedQueue>
  readonly #cached: CallerCache
  readonly secondStep: SecondStep

  constructor(options: SessionsOptions) {
    const { idle, lifetime, database, confirmFor: within, passwordUse } = options
    this.#options = options
    this.#times = { idle, lifetime, touch: Math.min(60_000, Math.floor(idle / 10)) }
    this.#confirm = { within, passwordUse }
    const models = new Models([])
    this.#find = {
      session: createRunner(sessionStatement(this.#times), database, models),
      key: createRunner(keyStatement(this.#times), database, models),
      scimKey: createRunner(keyStatement(this.#times, 'scim'), database, models),
    }
    const pause = Math.min(1_000, idle / 100)
    this.#lastUsed = {
      session: new LastUsedQueue({
        pause,
        record: (hashes) => database.run(touchStatement(hashes, this.#times), 'write'),
      }),
      key: new LastUsedQueue({
        pause,
        record: (hashes) => database.run(touchKeyStatement(hashes, this.#times), 'write'),
      }),
    }
    this.#cached = new CallerCache(this.#times, database)
    this.secondStep = new SecondStep(options)
  }

  /**
   * Returns the caller as of the token's last look-up. This saves the look-up for a request whose statement checks the
   * credential itself. Nothing else may rely on it. If the request is `quiet`, it does not count as a use.
   */
  cachedCaller({ token, quiet = false, address }: Omit<Presented, 'requestId'>): Caller | undefined {
    if (token === undefined) return undefined
    if (this.#cached.peek(token)?.isFrom?.(address) === false) return undefined
    if (quiet) return this.#cached.findQuietly(token)
    return this.#cached.find(token, ({ credential }) =>
      this.#lastUsed[credential.isKey ? 'key' : 'session'].add(credential.hash),
    )
  }

  /** Returns the user as of the token's last look-up, for uses that need no authentication. */
  findUser(token: string | undefined): number | undefined {
    return token === undefined ? undefined : this.#cached.peek(token)?.userId
  }

  /** Looks the caller up again for the next request: something that is not about rights has changed. */
  forget(token: string | undefined): void {
    if (token !== undefined) this.#cached.forget(token)
  }

  /**
   * Looks up the caller behind a token. Fails if there is none, and as if there were none for an API key from another
   * network than its own. If it is `quiet`, it does not count as a use.
   */
  async require({ token, quiet = false, address, requestId, scope }: Presented): Promise<Caller> {
    const isKey = token !== undefined && isApiKey(token)
    if (!token || (scope === 'scim' && !isKey)) throw sessionRequired(token)
    const hash = toHash(token)
    const { generation } = this.#options.database
    const known = await this.#find[scope === 'scim' ? 'scimKey' : isKey ? 'key' : 'session'](hash)
    const found = known ?? (isAccessToken(token) ? await this.#open({ token, hash, address, requestId }) : undefined)
    const [times, confirm] = [this.#times, this.#confirm]
    const credential = { hash, isKey, generation, times, confirm, ...(scope ? { scope } : {}) }
    const caller = found && toCaller(found, credential)
    if (!caller || caller.isFrom?.(address) === false) {
      this.#cached.forget(token)
      throw sessionRequired(token)
    }
    if (found?.stale && !quiet) this.#lastUsed[isKey ? 'key' : 'session'].add(hash)
    // What is cached may call everything but SCIM.
    if (scope === undefined) this.#cached.set(token, caller, generation, quiet)
    return caller
  }

  /** The session of an access token that is seen for the first time: this process opens it, or another one has. */
  async #open(token: PresentedToken): Promise<SessionRow | undefined> {
    const { openByToken, onSignIn } = this.#options
    const provider = await openByToken(token)
    if (provider === undefined) return undefined
    const found = await this.#find.session(token.hash)
    if (!found) onSignIn('token', provider, 'refused', 'no-session')
    return found
  }

  /** Throws the failure if the token is valid. Otherwise the client learns nothing but that it must log in. */
  async refuse(sent: Presented, failure: unknown): Promise<never> {
    await this.require(sent).catch((error: unknown) => {
      if (error instanceof Failure && error.code === 'session-required') throw error
    })
    throw failure
  }

  /** Opens a session. A user with a second factor sends its code, or begins a login that waits for it. */
  async open({ username, password, totp, address, agent, requestId }: Login): Promise<OpenedSession> {
    const { database, newToken, onSignIn, passwordUse } = this.#options
    const client = { agent, network: toNetwork(address), requestId }
    try {
      const user = await this.#requireUser(foldUsername(username), password, address)
      const { id, name, label, passwordHash } = user
      if (user.hasFactor && totp !== undefined)
        return await this.secondStep.open({ id, username: name }, { totp }, { userId: id, passwordHash }, client)
      if (user.hasFactor) throw (await this.secondStep.begin(id, passwordHash)) ?? wrongCredentials(passwordUse, name)
      const token = Buffer.from(newToken()).toString('base64url')
      const opening = openSessionStatement({ hash: toHash(token), userId: id, passwordHash, ...client })
      const opened = await database.run(opening, 'write')
      if (opened.length === 0) throw wrongCredentials(passwordUse, name)
      onSignIn('password', '', 'ok', '')
      return { user: { id, username: name, name: label }, token }
    } catch (error) {
      return noteRefusal(error, client, this.#options)
    }
  }

  /** Fails unless the password is the caller's. Returns the hash that it was checked against. */
  async confirm(caller: Caller, password: string, address: string): Promise<string> {
    const { passwordUse } = this.#options
    if (passwordUse !== 'all' && !(await this.hasPassword(caller))) throw passwordUnused()
    return (await this.#requireUser(caller.username, password, address)).passwordHash
  }

  /** Whether the caller has a password that opens a session. */
  async hasPassword({ userId }: Caller): Promise<boolean> {
    const { database, passwordUse } = this.#options
    const [row] = await database.run(hasPasswordStatement(userId, passwordUse), 'read')
    return row?.[0] === 't'
  }

  /**
   * Returns the user if the password is right. An unknown user and a wrong password take the same time and give the
   * same failure. Clients that have tried too often are rejected before either is checked.
   */
  async #requireUser(username: string, password: string, address: string) {
    const { database, passwords, throttle, passwordUse } = this.#options
    passwords.requireCapacity()
    const attempt = await throttle.reserve(username, address)
    const [found] = await database.run(credentialsStatement(username, passwordUse), 'read')
    const [id, name, label, passwordHash = null, hasFactor] = found ?? []
    const right = await passwords.verify(passwordHash, password)
    if (!right || passwordHash === null) throw wrongCredentials(passwordUse, name ?? undefined)
    await throttle.forgive(attempt)
    const known = { id: Number(id), name: requireValue(name, 'The name of a user'), label: label ?? '' }
    return { ...known, passwordHash, hasFactor: hasFactor === 't' }
  }

  /** Ends a session, and returns what a logout at its provider needs. Does nothing if there is none. */
  async close(token: string | undefined, requestId: string): Promise<ClosedSession | undefined> {
    if (token === undefined) return undefined
    const hash = toHash(token)
    const [row] = await this.#options.database.run(closeSessionStatement(hash, requestId), 'write')
    return row && { hash, provider: row[0] ?? null, idToken: row[1] ?? null }
  }
}
