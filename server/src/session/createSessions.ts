import type { Database } from '../postgres/Database.ts'
import type { AttemptLimits } from '../statement/service/attempts.ts'
import { dummyHash, verifyPassword } from './password.ts'
import { PasswordChecker } from './PasswordChecker.ts'
import { Sessions, type SessionsOptions } from './Sessions.ts'
import { Throttle } from './Throttle.ts'

/** The settings that are about sessions and how they begin; times in milliseconds. */
export interface SessionSettings extends AttemptLimits {
  readonly sessionIdle: number
  readonly sessionLifetime: number
}

/** How many people may wait for their password to be checked. */
export const mostWaiting = 100

/** Sessions with all that guards their beginning. One of the cores stays free for those who are in already. */
export function createSessions(
  database: Database,
  settings: SessionSettings,
  cores: number,
  newToken: SessionsOptions['newToken'],
): Sessions {
  const passwords = new PasswordChecker({
    parallel: Math.max(1, cores - 1),
    waiting: mostWaiting,
    dummyHash,
    verify: verifyPassword,
  })
  const throttle = new Throttle(database, settings)
  const { sessionIdle: idle, sessionLifetime: lifetime } = settings
  return new Sessions({ database, passwords, throttle, idle, lifetime, newToken })
}
