import { createHash } from 'node:crypto'
import { createRunner, type Run } from '../batch/createRunner.ts'
import { Failure } from '../failure.ts'
import { Models } from '../model/Models.ts'
import type { Database } from '../postgres/Database.ts'
import {
  closeSessionStatement,
  credentialsStatement,
  openSessionStatement,
  sessionStatement,
  type SessionRow,
  type SessionTimes,
  touchStatement,
} from '../statement/sessions.ts'
import type { Caller } from './Caller.ts'
import type { PasswordChecker } from './PasswordChecker.ts'
import { foldUsername } from './username.ts'

export interface SessionsOptions {
  readonly database: Database
  readonly passwords: PasswordChecker
  /** In milliseconds. */
  readonly idle: number
  readonly lifetime: number
  /** 256 random bits. */
  newToken(): Uint8Array
}

/** What login gives: the user as the client sees it, and the token for the cookie. */
export interface OpenedSession {
  readonly user: { readonly id: number; readonly username: string; readonly name: string }
  readonly token: string
}

/** Sessions in PostgreSQL, looked up for every request. Nothing is kept in the process, so their end is at once everywhere. */
export class Sessions {
  readonly #options: SessionsOptions
  readonly #times: SessionTimes
  readonly #find: Run<string, SessionRow | undefined>
  readonly #touch: Run<string, undefined>

  constructor(options: SessionsOptions) {
    const { idle, lifetime, database } = options
    this.#options = options
    this.#times = { idle, lifetime, touch: Math.min(60_000, Math.floor(idle / 10)) }
    this.#find = createRunner(sessionStatement(this.#times), database, new Models([]))
    this.#touch = createRunner(touchStatement(this.#times), database, new Models([]))
  }

  /** The caller behind a token, or the failure that it gets. */
  async require(token: string | undefined): Promise<Caller> {
    const hash = token === undefined ? undefined : toHash(token)
    const session = hash === undefined ? undefined : await this.#find(hash)
    if (!session || hash === undefined)
      throw new Failure(
        'session-required',
        'Log in first: POST /callback with username and password, and send the cookie back.',
      )
    // Nobody waits for it: if it fails, the session only seems a little older than it is.
    if (session.stale) this.#touch(hash).catch(() => {})
    return session
  }

  /** Opens a session. An unknown user and a wrong password take the same time and give the same failure. */
  async open(username: string, password: string): Promise<OpenedSession> {
    const { database, passwords, newToken } = this.#options
    const [found] = await database.run(credentialsStatement(foldUsername(username)), 'read')
    const [id = null, name = null, label = null, passwordHash = null] = found ?? []
    const right = await passwords.verify(passwordHash, password)
    if (!right || passwordHash === null) throw wrongCredentials()
    const token = Buffer.from(newToken()).toString('base64url')
    const opening = openSessionStatement(toHash(token), Number(id), passwordHash, this.#times)
    const opened = await database.run(opening, 'write')
    if (opened.length === 0) throw wrongCredentials()
    return { user: { id: Number(id), username: name ?? '', name: label ?? '' }, token }
  }

  /** Ends a session. It is no failure if there is none. */
  async close(token: string | undefined): Promise<void> {
    if (token !== undefined) await this.#options.database.run(closeSessionStatement(toHash(token)), 'write')
  }
}

function wrongCredentials(): Failure {
  return new Failure('wrong-credentials', 'The username or the password is wrong.')
}

/** The database keeps only this: who reads its tables cannot take over a session. */
function toHash(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
