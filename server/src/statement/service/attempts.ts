import { type NamedSql, type Sql, sql } from '../../sql/sql.ts'

/** The limits on login attempts. */
export interface AttemptLimits {
  /** Attempts on one account from one network without a wait. Then each wait doubles, starting at one second. */
  readonly loginAttempts: number
  /** The maximum wait, in milliseconds. */
  readonly loginWait: number
  /** The maximum number of attempts from one network in a minute. */
  readonly loginRate: number
}

/** The keys under which an attempt is counted: digests, in hex. */
export interface AttemptKeys {
  readonly account: string
  readonly network: string
}

/**
 * Counts an attempt before anything is checked, so that many concurrent attempts do not count as one. Returns whether
 * it may proceed, and otherwise the seconds to wait. If the wait is already known, nothing is written. The network is
 * locked before the account, here and in `forgiveAttemptStatement`, so that there are no deadlocks.
 */
export function reserveAttemptStatement({ account, network }: AttemptKeys, limits: AttemptLimits): NamedSql {
  const [accountWait, networkWait] = [waitOfAccount(limits), waitOfNetwork(limits)]
  return sql`with known as (
  select max(wait) as wait
  from (
    select ${accountWait} from tabularium.attempts where key = decode(${account}, 'hex')
    union all
    select ${networkWait} from tabularium.attempts where key = decode(${network}, 'hex')
  ) as waits(wait)
), network as (
  insert into tabularium.attempts (key, tries)
  select decode(${network}, 'hex'), 1
  from known
  where coalesce(known.wait, interval '0') <= interval '0'
  on conflict (key) do update
  set ${countAgain(sql`attempts.since <= now() - interval '1 minute'`)}
  where ${networkWait} <= interval '0'
  returning key
), account as (
  insert into tabularium.attempts (key, tries)
  select decode(${account}, 'hex'), 1
  from network
  on conflict (key) do update
  set ${countAgain(sql`attempts.last_on <= now() - interval '1 day'`)}
  where ${accountWait} <= interval '0'
  returning key
)
select exists (select from account), ceil(extract(epoch from known.wait))
from known`.named('attempt.reserve')
}

/** Undoes the count of a successful attempt: the account starts again at zero, and the network has one attempt less. */
export function forgiveAttemptStatement({ account, network }: AttemptKeys): NamedSql {
  return sql`with network as (
  update tabularium.attempts
  set tries = greatest(tries - 1, 0)
  where key = decode(${network}, 'hex')
  returning key
)
delete from tabularium.attempts
where key = decode(${account}, 'hex') and (select count(*) from network) >= 0`.named('attempt.forgive')
}

/** The most wrong codes of a user in an hour, over all networks. */
const codesInAnHour = 10

/**
 * Counts a try of a code before it is looked at: of those who know the password, so many a user are enough. Returns
 * whether it may proceed, and otherwise the seconds to wait.
 */
export function reserveCodeStatement(key: string): NamedSql {
  const isOver = sql`attempts.since <= now() - interval '1 hour'`
  return sql`with counted as (
  insert into tabularium.attempts (key, tries)
  values (decode(${key}, 'hex'), 1)
  on conflict (key) do update
  set ${countAgain(isOver)}
  where attempts.tries < ${codesInAnHour}::integer or ${isOver}
  returning key
)
select exists (select from counted), (
  select ceil(extract(epoch from attempts.since + interval '1 hour' - now()))
  from tabularium.attempts
  where attempts.key = decode(${key}, 'hex')
)`.named('attempt.reserveCode')
}

/** Begins the count of codes anew, because one was right. */
export function forgiveCodesStatement(key: string): NamedSql {
  return sql`delete from tabularium.attempts where key = decode(${key}, 'hex')`.named('attempt.forgiveCodes')
}

/** Deletes a batch of counts without an attempt in the last day. */
export function sweepAttemptsStatement(): NamedSql {
  return sql`with old as (
  select key
  from tabularium.attempts
  where last_on <= now() - interval '1 day'
  order by last_on
  limit 1000
  for update skip locked
)
delete from tabularium.attempts using old
where attempts.key = old.key
returning 1`.named('attempt.sweep')
}

/** Adds an attempt to the count, or starts a new count if the old one is over. */
export function countAgain(isOver: Sql): Sql {
  return sql`tries = case when ${isOver} then 1 else attempts.tries + 1 end,
    since = case when ${isOver} then now() else attempts.since end,
    last_on = greatest(now(), attempts.last_on)`
}

function waitOfAccount({ loginAttempts, loginWait }: AttemptLimits): Sql {
  const seconds = sql`least(
    power(2, least(attempts.tries - ${loginAttempts}::integer, 30)),
    ${loginWait}::double precision / 1000
  )`
  return sql`case
    when attempts.tries < ${loginAttempts}::integer then interval '0'
    else attempts.last_on + make_interval(secs => ${seconds}) - now()
  end`
}

function waitOfNetwork({ loginRate }: AttemptLimits): Sql {
  return sql`case
    when attempts.tries < ${loginRate}::integer then interval '0'
    else attempts.since + interval '1 minute' - now()
  end`
}
