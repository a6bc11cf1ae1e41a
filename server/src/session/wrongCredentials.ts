import { Failure } from '../failure/failure.ts'
import type { PasswordChoice } from '../model/signIn/signIn.ts'

/** What else may be wrong. It is said to everybody, so it tells nothing of an account. */
const hints: Readonly<Record<PasswordChoice, string>> = {
  all: '',
  local: ' Users who log in at a provider have no other login.',
  'break-glass': ' All but break-glass administrators log in at a provider.',
}

/** The log names the account. A name that no user has is not logged: it may be a password in the wrong field. */
export function wrongCredentials(choice: PasswordChoice, user?: string): Failure {
  const message = `The username or the password is wrong.${hints[choice]}`
  return new Failure('wrong-credentials', message, user === undefined ? {} : { user })
}

/** The caller's password opens nothing, so it confirms nothing. */
export function passwordUnused(): Failure {
  return new Failure('not-permitted', 'You log in at a provider here: a password of yours opens nothing.')
}
