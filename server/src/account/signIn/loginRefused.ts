import { Failure } from '../../failure/failure.ts'

/** One answer for a login that was not begun in this browser, was used already, or took too long. */
export function unknownLogin(): Failure {
  return loginRefused('unknown-login')
}

/** What each reason says to the person. */
const messages = {
  'unknown-login': 'This login was not begun in this browser, was used already, or took too long. Begin again.',
  'provider-refused': 'The provider refused the login. Begin again, or ask an administrator.',
  'invalid-token': 'The answer of the provider could not be checked. Begin again, or ask an administrator.',
  'client-refused': 'The provider does not accept this service. Ask an administrator.',
  'email-not-verified': 'The provider did not confirm your e-mail address. Ask an administrator for an invitation.',
  'not-linked': 'A user has this address, and this login is not tied to it. Ask an administrator.',
  'no-account': 'No account is tied to this login. Ask an administrator.',
  'account-disabled': 'Your account is disabled. Ask an administrator.',
  'claims-missing': 'The provider did not say what is needed to log you in. Ask an administrator.',
} as const

export type RefusalReason = keyof typeof messages

export function loginRefused(reason: RefusalReason): Failure {
  return new Failure('login-refused', messages[reason], { reason, data: { reason } })
}
