import { type NamedSql, sql } from '../../sql/sql.ts'

/** The key that all processes sign with, in hex. */
export function signingKeyStatement(): NamedSql {
  return sql`
select encode(secrets.value, 'hex')
from tabularium.secrets
where secrets.name = 'signing'`.named('secret.signingKey')
}

/** The key from the rows of its statement; throws if there is none. */
export function toSigningKey([row]: readonly (readonly (string | null)[])[]): Uint8Array {
  const [hex] = row ?? []
  if (hex) return Buffer.from(hex, 'hex')
  throw new Error(
    'The table tabularium.secrets has no row named signing: ' +
      'restore it from a backup, or insert one with 32 random bytes as its value.',
  )
}
