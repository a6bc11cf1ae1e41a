import { type NamedSql, sql } from '../../sql/sql.ts'

/** Notes that a token is used, for as many seconds as it could be used again; no row if it was used already. */
export function useTokenStatement(digest: string, seconds: number): NamedSql {
  return sql`insert into tabularium.used_tokens (digest, until)
values (decode(${digest}, 'hex'), now() + ${seconds}::bigint * interval '1 second')
on conflict do nothing
returning 1`.named('token.use')
}

/** Forgets a batch of used tokens that count no more. */
export function sweepUsedTokensStatement(): NamedSql {
  return sql`with old as (
  select digest
  from tabularium.used_tokens
  where until <= now()
  order by until
  limit 1000
  for update skip locked
)
delete from tabularium.used_tokens as tokens using old
where tokens.digest = old.digest
returning 1`.named('token.sweep')
}
