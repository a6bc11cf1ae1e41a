import type { ConfirmTotpCall } from '../call/FactorCall.ts'
import type { Envelope } from '../envelope/Envelope.ts'
import { toEnvelope } from '../envelope/success.ts'
import { inTransaction } from '../execute/inTransaction.ts'
import type { ExecutionServices } from '../execute/ExecutionServices.ts'
import { requireConfirmed } from '../execute/write/access/refuseUnconfirmed.ts'
import { Failure } from '../failure/failure.ts'
import { requireValue } from '../failure/invariant.ts'
import { factorModel } from '../model/builtIn/names.ts'
import { isOfProgram } from '../permission/Credential.ts'
import { planCreate } from '../plan/create.ts'
import type { Transaction } from '../postgres/Transaction.ts'
import type { Deadline } from '../request/deadline.ts'
import type { Caller } from '../session/Caller.ts'
import type { Encryption } from '../session/Encryption.ts'
import { makeRecoveryCodes } from '../session/recoveryCodes.ts'
import { withoutSpaces } from '../session/SecondStep.ts'
import type { Sessions } from '../session/Sessions.ts'
import { findStep, toBase32, toUri } from '../session/totp.ts'
import { authCheckStatement, requireAuthorized } from '../statement/authorization/authCheck.ts'
import {
  beginFactorStatement,
  listFactorsStatement,
  noteFactorStatement,
  pendingFactorStatement,
  replaceRecoveryCodesStatement,
  takePendingFactorStatement,
} from '../statement/service/factors.ts'
import { inLanguage } from '../text/words.ts'
import { serviceOnBehalfOf } from './account.ts'

export interface FactorServices extends ExecutionServices {
  readonly sessions: Sessions
  /** Absent without encryptionKeys. */
  readonly encryption?: Encryption | undefined
  /** 256 random bits. */
  newToken(): Uint8Array
}

/** What a request about one's own factors has besides its call. */
interface Asked {
  readonly caller: Caller
  readonly deadline: Deadline
}

/** As many bytes as the hash has (RFC 4226), which are 32 characters. */
const secretBytes = 20
/** The most factors of a user: each login tries them all. */
const mostFactors = 10

/** Shows the caller's factors, how many recovery codes are left, and whether codes of an app can be set up. */
export async function listFactors(
  { caller: { credential, userId } }: Asked,
  { database, encryption }: FactorServices,
): Promise<Envelope> {
  const rows = await database.run(listFactorsStatement(credential, userId), 'read', {
    generation: credential.generation,
  })
  const [row] = requireAuthorized(rows)
  return toEnvelope([
    { factors: JSON.parse(row?.[0] ?? '[]'), recovery: Number(row?.[1] ?? 0), totp: encryption !== undefined },
  ])
}

/** Begins to set codes of an app up. They are asked for once the first one was right. */
export async function beginTotp(asked: Asked, services: FactorServices): Promise<Envelope> {
  const { userId, username } = asked.caller
  const { models, newToken } = services
  const secret = toBase32(newToken().subarray(0, secretBytes))
  const encrypted = encryptionOf(services).encrypt(secret, { kind: 'totp', userId })
  await together(asked, services, async (transaction) => {
    await transaction.run(beginFactorStatement(userId, encrypted))
  })
  const { label } = models.application
  const issuer = label === undefined ? 'Tabularium' : inLanguage(label, asked.caller.language ?? undefined)
  return toEnvelope([{ secret, uri: toUri(secret, username, issuer) }])
}

/**
 * Sets codes of an app up with the first of them, and shows recovery codes, this once. The code does not count again
 * for a login.
 */
export async function confirmTotp(
  { code, name, requestId }: ConfirmTotpCall,
  { caller, deadline }: Asked,
  services: FactorServices,
): Promise<Envelope> {
  const { userId: id, username, credential } = caller
  refuseProgram(caller)
  const { database, models, sessions, newToken } = services
  const authorization = serviceOnBehalfOf(caller, services, deadline)
  const context = { authorization, requestId, dryRun: false }
  const { codes, digests } = makeRecoveryCodes(newToken)
  await sessions.secondStep.countTries({ id, username }, async () => {
    const [pending] = await database.run(pendingFactorStatement(id), 'read')
    const [secret = null, now] = pending ?? []
    const step = secret && findStep(sessions.secondStep.decrypt(secret, id), withoutSpaces(code), Number(now))
    if (secret === null || typeof step !== 'number') return []
    let taken: readonly unknown[] = []
    await inTransaction(context, services, async (tx) => {
      const { transaction } = tx
      await requireConfirmed({ credential }, transaction)
      taken = await transaction.run(takePendingFactorStatement(id, secret, mostFactors))
      if (taken.length === 0) return { data: '' }
      const sent = { user: { id }, kind: 'totp', name: name ?? null, secret, lastStep: step }
      // Nobody has the right to: the service alone does it.
      await tx.cascadeWrites([{ plan: planCreate(sent, models.get(factorModel), models, context), path: '' }])
      await transaction.run(replaceRecoveryCodesStatement(id, digests))
      await transaction.run(noteFactorStatement(credential.hash, 'totp'))
      return { data: '' }
    })
    return taken
  })
  return toEnvelope([{ recovery: codes }])
}

/** Makes new recovery codes in place of all earlier ones, and shows them, this once. */
export async function renewRecovery(asked: Asked, services: FactorServices): Promise<Envelope> {
  const { codes, digests } = makeRecoveryCodes(services.newToken)
  await together(asked, services, async (transaction) => {
    const made = await transaction.run(replaceRecoveryCodesStatement(asked.caller.userId, digests))
    if (made.length === 0) throw noFactor()
  })
  return toEnvelope([{ recovery: codes }])
}

/** Does something about the caller's factors, for which the caller must have confirmed lately that it is them. */
async function together(
  { caller, deadline }: Asked,
  { database }: FactorServices,
  work: (transaction: Transaction) => Promise<void>,
): Promise<void> {
  refuseProgram(caller)
  const { credential } = caller
  const steps = async (transaction: Transaction) => {
    requireAuthorized(await transaction.run(authCheckStatement(credential)))
    await requireConfirmed({ credential }, transaction)
    await work(transaction)
  }
  await database.transact('commit', steps, { deadlines: [deadline], generation: credential.generation })
}

function refuseProgram({ credential }: Caller): void {
  if (!isOfProgram(credential)) return
  throw new Failure('not-permitted', 'You cannot set up factors with an API key or an access token: log in first.')
}

function encryptionOf({ encryption }: FactorServices): Encryption {
  return requireValue(encryption, 'The keys that encrypt factors')
}

function noFactor(): Failure {
  return new Failure('invalid-record', 'You have no second factor: set one up first, which makes recovery codes.', {
    errors: {},
  })
}
