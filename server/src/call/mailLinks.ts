import type { ChangeEmailCall, ForgottenCall, InviteCall, SetPasswordCall, VerifyEmailCall } from './MailLinkCall.ts'
import { takes } from './parameter/takes.ts'
import { invalidBody, parseBody } from './parseBody.ts'
import { invalid, refuseParameters } from './parseParameters.ts'
import { refuseKey } from './refuseKey.ts'
import type { Request } from './Request.ts'
import type { Sent } from './Sent.ts'

/** What a forgotten password takes. */
export const forgottenTakes = takes({ body: ['askedName', 'askedEmail'] })

/** What the use of a link for a password takes. */
export const setPasswordTakes = takes({ body: ['linkToken', 'newPassword'] })

/** What an invitation takes. */
export const inviteTakes = takes({
  body: ['invitedId', 'invitedName', 'invitedEmail', 'invitedLabel', 'invitedRoles'],
})

/** What a change of address takes. */
export const changeEmailTakes = takes({ body: ['newEmail', 'ownPassword'] })

/** What the confirmation of an address takes. */
export const verifyEmailTakes = takes({ body: ['linkToken'] })

/** Parses who has forgotten a password: `{"username": "ada"}` or `{"email": "ada@example.com"}`. */
export function parseForgotten(request: Request): ForgottenCall {
  check(request)
  const { username, email } = parseBody(request.body, forgottenTakes)
  const text = username ?? email
  if (text === undefined) throw invalidBody({ username: 'is required, unless there is an email' })
  const { requestId, address } = request
  return { operation: 'forgotten', requestId, text, address }
}

/** Parses a password for the user of a link: `{"token": "…", "new": "…"}`. */
export function parseSetPassword(operation: SetPasswordCall['operation']): (request: Request) => SetPasswordCall {
  return (request) => {
    check(request)
    const { token: linkToken, new: newPassword } = parseBody(request.body, setPasswordTakes)
    const { requestId, address } = request
    return { operation, requestId, linkToken, newPassword, address }
  }
}

/** Parses an invitation: the fields of a new user, or the id of a user. */
export function parseInvite(request: Request): InviteCall {
  check(request)
  const { user, ...sent } = parseBody(request.body, inviteTakes)
  const { token, requestId } = request
  const call = { operation: 'invite', token, requestId } as const
  if (user === undefined) {
    if (sent.email === undefined) throw invalidBody({ email: 'is required: the invitation is sent there' })
    return { ...call, sent: withName(sent) }
  }
  const [more] = Object.keys(sent)
  if (more !== undefined) throw invalid(`Send user or ${more}, not both.`)
  return { ...call, user }
}

/** What is pasted as a name may have line ends: a name is one line. */
function withName({ name, ...sent }: Readonly<Record<string, unknown>>): Sent {
  const tidied = typeof name === 'string' ? name.replaceAll(/\s+/g, ' ').trim() : name
  return { ...sent, ...(tidied === undefined ? {} : { name: tidied }) }
}

/** Parses another address: `{"email": "…", "password": "…"}`. */
export function parseChangeEmail(request: Request): ChangeEmailCall {
  check(request)
  const { email, password } = parseBody(request.body, changeEmailTakes)
  const { token, requestId, address } = request
  return { operation: 'changeEmail', token, requestId, email, password, address }
}

/** Parses the confirmation of an address: `{"token": "…"}`. */
export function parseVerifyEmail(request: Request): VerifyEmailCall {
  check(request)
  const { token: linkToken } = parseBody(request.body, verifyEmailTakes)
  const { token, requestId, address } = request
  return { operation: 'verifyEmail', token, requestId, linkToken, address }
}

function check(request: Request): void {
  refuseParameters(request.query)
  refuseKey(request)
}
