import type { AttemptLimits } from '../statement/service/attempts.ts'
import { dummyHash, verifyPassword } from './password.ts'
import { PasswordChecker } from './PasswordChecker.ts'
import { Sessions } from './Sessions.ts'
import type { SessionsOptions } from './SessionsOptions.ts'

/** The settings for sessions and logins. Times are in milliseconds. */
export interface SessionSettings extends AttemptLimits {
  readonly sessionIdle: number
  readonly sessionLifetime: number
  readonly confirmFor: number
}

/** How many logins may wait for their password to be checked. */
export const maxWaitingLogins = 100

/** Creates the password checker of a process. One core stays free for requests that are no logins. */
export function createPasswordChecker(cores: number): PasswordChecker {
  return new PasswordChecker({
    parallel: Math.max(1, cores - 1),
    waiting: maxWaitingLogins,
    dummyHash,
    verify: verifyPassword,
  })
}

/** Creates the sessions of a database. */
export function createSessions({
  settings: { sessionIdle: idle, sessionLifetime: lifetime, confirmFor },
  ...parts
}: Omit<SessionsOptions, 'idle' | 'lifetime' | 'confirmFor'> & { readonly settings: SessionSettings }): Sessions {
  return new Sessions({ ...parts, idle, lifetime, confirmFor })
}
