import type { Database } from '../postgres/Database.ts'
import type { AttemptLimits } from '../statement/service/attempts.ts'
import { dummyHash, verifyPassword } from './password.ts'
import { PasswordChecker } from './PasswordChecker.ts'
import { Sessions, type SessionsOptions } from './Sessions.ts'
import { Throttle } from './Throttle.ts'

/** The settings for sessions and logins. Times are in milliseconds. */
export interface SessionSettings extends AttemptLimits {
  readonly sessionIdle: number
  readonly sessionLifetime: number
}

/** How many logins may wait for their password to be checked. */
export const maxWaitingLogins = 100

/** Creates Sessions with its password checker and throttle. One core stays free for requests that are no logins. */
export function createSessions(
  database: Database,
  settings: SessionSettings,
  cores: number,
  newToken: SessionsOptions['newToken'],
): Sessions {
  const passwords = new PasswordChecker({
    parallel: Math.max(1, cores - 1),
    waiting: maxWaitingLogins,
    dummyHash,
    verify: verifyPassword,
  })
  const throttle = new Throttle(database, settings)
  const { sessionIdle: idle, sessionLifetime: lifetime } = settings
  return new Sessions({ database, passwords, throttle, idle, lifetime, newToken })
}
