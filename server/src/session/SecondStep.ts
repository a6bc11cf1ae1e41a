import { hash } from 'node:crypto'
import { Failure, unavailable } from '../failure/failure.ts'
import type { Database } from '../postgres/Database.ts'
import { forgiveCodesStatement, reserveCodeStatement } from '../statement/service/attempts.ts'
import {
  beginPendingLoginStatement,
  totpFactorsStatement,
  tryPendingLoginStatement,
} from '../statement/service/factors.ts'
import { type FactorSession, openFactorSessionStatement } from '../statement/service/openPasswordSession.ts'
import type { ProvenFactor } from '../statement/service/useFactor.ts'
import { toHash } from './apiKey.ts'
import type { Encryption } from './Encryption.ts'
import type { OpenedSession, SentProof } from './Login.ts'
import { type NotedClient, noteRefusal } from './noteRefusal.ts'
import type { OnSignIn } from './OnSignIn.ts'
import { toRecoveryDigest } from './recoveryCodes.ts'
import { findStep } from './totp.ts'

/** How often somebody may try to prove a factor in one login. */
const maxTries = 5

export interface SecondStepOptions {
  readonly database: Database
  /** Absent without encryptionKeys: no one-time code can be checked then. */
  readonly encryption?: Encryption | undefined
  onSignIn: OnSignIn
  /** 256 random bits. */
  newToken(): Uint8Array
}

/** The second step of logins of users who have a factor. Whoever gets here knows the password. */
export class SecondStep {
  readonly #options: SecondStepOptions

  constructor(options: SecondStepOptions) {
    this.#options = options
  }

  /** Begins a login whose password was right. Returns the failure that asks for the factor, or undefined. */
  async begin(userId: number, passwordHash: string): Promise<Failure | undefined> {
    const { database } = this.#options
    const login = this.#draw()
    const begun = await database.run(beginPendingLoginStatement(toHash(login), userId, passwordHash), 'internal')
    if (begun.length === 0) return undefined
    const factors = ['totp', 'recovery']
    const message = 'Prove your second factor: POST /login/factor with login, and totp or recovery.'
    return new Failure('factor-required', message, { data: { login, factors } })
  }

  /** Opens a session for a login that waits for a factor. Each try counts before it is looked at. */
  async finish(login: string, proof: SentProof, client: NotedClient): Promise<OpenedSession> {
    const { database } = this.#options
    try {
      const digest = toHash(login)
      const [tried] = await database.run(tryPendingLoginStatement(digest, maxTries), 'internal')
      if (!tried) throw wrongCode()
      const [userId, username] = tried
      return await this.open({ id: Number(userId), username: username ?? '' }, proof, { login: digest }, client)
    } catch (error) {
      return noteRefusal(error, client, this.#options)
    }
  }

  /** Opens a session for whoever has shown the password, if the factor is right and was not used. */
  async open(
    user: { readonly id: number; readonly username: string },
    proof: SentProof,
    after: FactorSession['after'],
    client: NotedClient,
  ): Promise<OpenedSession> {
    const { database, onSignIn } = this.#options
    const token = this.#draw()
    const [opened] = await this.prove(user, proof, async (factor) =>
      database.run(openFactorSessionStatement({ hash: toHash(token), factor, after, ...client }), 'write'),
    )
    onSignIn('password', '', 'ok', '')
    return { user: { id: user.id, username: user.username, name: opened?.[3] ?? user.username }, token }
  }

  /**
   * Does something with a factor that is right. Fails if it is not, or if that returns no rows, because the factor was
   * used meanwhile. Tries are counted for the user over all networks.
   */
  async prove(
    user: { readonly id: number; readonly username: string },
    proof: SentProof,
    use: (factor: ProvenFactor) => Promise<readonly (readonly (string | null)[])[]>,
  ): Promise<readonly (readonly (string | null)[])[]> {
    return this.countTries(user, async () => {
      const factor = 'totp' in proof ? await this.#findFactor(user.id, proof.totp) : toRecovery(proof.recovery)
      return factor === undefined ? [] : use(factor)
    })
  }

  /** Counts a try of a user before the work. No rows are a wrong code; rows begin the count anew. */
  async countTries<T>(
    user: { readonly id: number; readonly username: string },
    work: () => Promise<readonly T[]>,
  ): Promise<readonly T[]> {
    const { database } = this.#options
    const key = hash('sha256', `factor\n${user.id}`, 'hex')
    const [row] = await database.run(reserveCodeStatement(key), 'internal')
    if (row?.[0] !== 't') throw tooMany(Math.max(1, Number(row?.[1] ?? 1)))
    const rows = await work()
    if (rows.length === 0) throw wrongCode(user.username)
    await database.run(forgiveCodesStatement(key), 'internal')
    return rows
  }

  /** The factor and the period of a one-time code, as of the clock of the database; undefined if it is wrong. */
  async #findFactor(userId: number, code: string): Promise<ProvenFactor | undefined> {
    const rows = await this.#options.database.run(totpFactorsStatement(userId), 'read')
    for (const [id, secret, now] of rows) {
      const step = findStep(this.decrypt(secret ?? '', userId), withoutSpaces(code), Number(now))
      if (step !== undefined) return { is: 'totp', id: Number(id), step }
    }
    return undefined
  }

  /** The text of a secret that makes codes. Fails if it does not open: recovery codes work on. */
  decrypt(secret: string, userId: number): string {
    try {
      if (this.#options.encryption) return this.#options.encryption.decrypt(secret, { kind: 'totp', userId })
    } catch (cause) {
      throw noKeys(cause)
    }
    throw noKeys()
  }

  #draw(): string {
    return Buffer.from(this.#options.newToken()).toString('base64url')
  }
}

function toRecovery(code: string): ProvenFactor {
  return { is: 'recovery', digest: toRecoveryDigest(code) }
}

/** People type codes as apps show them: in two halves. */
export function withoutSpaces(code: string): string {
  return code.replaceAll(/\s/g, '')
}

/** One answer for a code that is wrong, was used, or belongs to a login that has ended. */
function wrongCode(user?: string): Failure {
  const message = 'The code is wrong or was used, or this login has ended.'
  return new Failure('wrong-credentials', message, { reason: 'wrong-code', ...(user === undefined ? {} : { user }) })
}

function tooMany(retryAfter: number): Failure {
  const message = 'Too many wrong codes. Wait for up to an hour, then try again.'
  return new Failure('too-many-attempts', message, { retryAfter })
}

function noKeys(cause?: unknown): Failure {
  const what = 'One-time codes cannot be checked here: encryptionKeys lacks their key.'
  return unavailable(what, { reason: 'encryption', data: { reason: 'encryption' }, retryAfter: 60, cause })
}
