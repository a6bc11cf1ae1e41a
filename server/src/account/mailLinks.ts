import { createHash } from 'node:crypto'
import type { ForgottenCall, SetPasswordCall, VerifyEmailCall } from '../call/MailLinkCall.ts'
import type { Envelope } from '../envelope/Envelope.ts'
import { toEnvelope } from '../envelope/success.ts'
import type { ExecutionServices } from '../execute/ExecutionServices.ts'
import { passwordRefused } from '../execute/hashPasswords.ts'
import { Failure } from '../failure/failure.ts'
import { serviceAuthorization } from '../permission/Authorization.ts'
import type { Deadline } from '../request/deadline.ts'
import { toHash } from '../session/apiKey.ts'
import type { Caller } from '../session/Caller.ts'
import type { Throttle } from '../session/Throttle.ts'
import { requireAuthorized, authCheckStatement } from '../statement/authorization/authCheck.ts'
import {
  findLinkStatement,
  setAddressStatement,
  setPasswordStatement,
  type UsedLink,
} from '../statement/service/mailLinks.ts'
import { requestLinkStatement } from '../statement/service/linkOrders.ts'
import { orderNoticesStatement } from '../statement/service/mailNotices.ts'
import { endSessionsOfStatement } from '../statement/service/sessionWrites.ts'

/** What links by mail need. */
export interface LinkServices extends ExecutionServices {
  readonly throttle: Throttle
  /** Counts what became of a link, and notes who used one. */
  onLink(result: LinkResult): void
}

/** What became of a link, or of the wish for one. */
export interface LinkResult {
  readonly purpose: UsedLink['purpose']
  readonly result: 'asked' | 'used' | 'invalid'
  readonly userId?: number
}

const purposes = { reset: 'reset', acceptInvitation: 'invitation' } as const

/**
 * Notes that somebody asked for a link, and answers: the same, by the same two statements, whoever it is. Whether there
 * is such a user is looked up later.
 */
export async function askForLink({ text, address }: ForgottenCall, services: LinkServices): Promise<Envelope> {
  const { database, throttle, onLink } = services
  const name = text.trim().toLowerCase()
  await throttle.reserve(`forgotten ${name}`, address)
  await database.run(requestLinkStatement(createHash('sha256').update(name).digest('hex')), 'write')
  onLink({ purpose: 'reset', result: 'asked' })
  return toEnvelope([])
}

/**
 * Sets the password of the user of a link, verifies the address that it was sent to, and ends all sessions of the user.
 * A password that is not accepted does not use the link up.
 */
export async function setPasswordByLink(call: SetPasswordCall, services: LinkServices, deadline: Deadline) {
  const { database, models, passwords, onLink } = services
  const { requestId, newPassword } = call
  const link = { purpose: purposes[call.operation], digest: toHash(call.linkToken) }
  const username = await requireLink(link, call.address, services)
  const fault = passwords.findFault(newPassword, username)
  if (fault !== undefined) throw passwordRefused('new', fault)
  const hash = await passwords.hash(newPassword)
  const userId = await database.transact(
    'commit',
    async (transaction) => {
      const [row] = await transaction.run(setPasswordStatement(link, hash, requestId))
      if (!row) throw linkInvalid()
      const id = Number(row[0])
      const authorization = { ...serviceAuthorization(models), userId: id }
      await transaction.run(endSessionsOfStatement([id], { authorization, requestId, except: null }))
      if (link.purpose === 'reset')
        await transaction.run(orderNoticesStatement([id], { event: 'password', by: id, requestId }))
      return id
    },
    { deadlines: [deadline] },
  )
  onLink({ purpose: link.purpose, result: 'used', userId })
  return toEnvelope([])
}

/** Gives the caller the address that a link was sent to. Only the user who asked for it can use it. */
export async function verifyEmail(
  { linkToken, requestId, address }: VerifyEmailCall,
  { userId, credential }: Caller,
  services: LinkServices,
  deadline: Deadline,
): Promise<Envelope> {
  const link = { purpose: 'address', digest: toHash(linkToken), userId } as const
  await requireLink(link, address, services)
  await services.database.transact(
    'commit',
    async (transaction) => {
      requireAuthorized(await transaction.run(authCheckStatement(credential)))
      if ((await transaction.run(setAddressStatement(link, requestId))).length === 0) throw linkInvalid()
    },
    { deadlines: [deadline], generation: credential.generation },
  )
  services.onLink({ purpose: 'address', result: 'used', userId })
  return toEnvelope([])
}

/** Returns the username behind a link, and fails if it can't be used. Attempts are counted like those to log in. */
async function requireLink(link: UsedLink, address: string, { database, throttle, onLink }: LinkServices) {
  const attempt = await throttle.reserve('link by mail', address)
  const [row] = await database.run(findLinkStatement(link), 'read')
  if (!row) {
    onLink({ purpose: link.purpose, result: 'invalid' })
    throw linkInvalid()
  }
  await throttle.forgive(attempt)
  return row[0] ?? ''
}

function linkInvalid(): Failure {
  return new Failure(
    'link-invalid',
    'The link was used, has ended, or a newer one took its place: ask for another one.',
  )
}
