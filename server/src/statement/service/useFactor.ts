import { type Sql, sql } from '../../sql/sql.ts'

/** What is proven in the second step: a code of an app, by its period, or the digest of a recovery code. */
export type ProvenFactor =
  | { readonly is: 'totp'; readonly id: number; readonly step: number }
  | { readonly is: 'recovery'; readonly digest: string }

/** The part of a statement that uses a factor of the user in `begun`, and returns its columns if it counts. */
export function useFactor(factor: ProvenFactor): Sql {
  if (factor.is === 'recovery')
    return sql`
  delete from tabularium.recovery_codes as codes using begun
  where codes.user_id = begun.user_id and codes.digest = decode(${factor.digest}, 'hex')
  returning begun.digest, begun.user_id, begun.password`
  return sql`
  update record.tabularium_factor as factor
  set last_step = ${factor.step}::bigint, used_on = now()
  from begun
  where factor.id = ${factor.id}::bigint and factor."user" = begun.user_id
    and (factor.last_step is null or factor.last_step < ${factor.step}::bigint)
  returning begun.digest, begun.user_id, begun.password`
}
