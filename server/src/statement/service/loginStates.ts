import { type NamedSql, sql } from '../../sql/sql.ts'
import { type AttemptLimits, countAgain } from './attempts.ts'

/** A login that begins at a provider. Digests are SHA-256, in hex. */
export interface NewLoginState {
  readonly state: string
  readonly browser: string
  readonly provider: string
  readonly verifier: string
  readonly nonce: string
  readonly to: string
  readonly purpose: LoginPurpose
}

/** Why a login is begun: to log in, or to confirm that it is still the same person. */
export type LoginPurpose = 'login' | 'confirm'

/** The most logins that may begin in a minute from one network, for each failed login that may. */
const begunForOneFailed = 10
/** Notes that a login begins, unless too many have from this network. Then there is no row. */
export function beginLoginStatement(login: NewLoginState, network: string, { loginRate }: AttemptLimits): NamedSql {
  const limit = loginRate * begunForOneFailed
  const isOver = sql`attempts.since <= now() - interval '1 minute'`
  return sql`with counted as (
  insert into tabularium.attempts (key, tries)
  values (decode(${network}, 'hex'), 1)
  on conflict (key) do update
  set ${countAgain(isOver)}
  where attempts.tries < ${limit}::integer or ${isOver}
  returning key
)
insert into tabularium.login_states (state, browser, provider, verifier, nonce, "to", purpose, expires_on)
select decode(${login.state}, 'hex'), decode(${login.browser}, 'hex'), ${login.provider}::text, ${login.verifier}::text,
  ${login.nonce}::text, ${login.to}::text, ${login.purpose}::text, now() + interval '10 minutes'
from counted
returning 1`.named('login.begin')
}

/** Takes a login that comes back: once, in one process, for the browser and the provider with which it was begun. */
export function takeLoginStatement(state: string, browser: string, provider: string): NamedSql {
  return sql`delete from tabularium.login_states
where state = decode(${state}, 'hex') and browser = decode(${browser}, 'hex') and provider = ${provider}::text
  and expires_on > now()
returning verifier, nonce, "to", purpose`.named('login.take')
}

/** Deletes a batch of logins that did not come back. */
export function sweepLoginStatesStatement(): NamedSql {
  return sql`with old as (
  select state
  from tabularium.login_states
  where expires_on <= now()
  order by expires_on
  limit 1000
  for update skip locked
)
delete from tabularium.login_states as states using old
where states.state = old.state
returning 1`.named('login.sweep')
}
