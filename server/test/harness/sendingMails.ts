import { createHash, randomBytes } from 'node:crypto'
import type { TestDatabase } from './database.ts'
import { addUser } from './users.ts'
import type { Flags } from './service.ts'

/** Settings of a service that offers links by mail, and factors; no mail is sent before its server is asked for. */
export const sendingMails: Flags = {
  smtpUrl: 'smtp://127.0.0.1:9',
  mailFrom: 'Records <records@example.com>',
  encryptionKeys: Buffer.alloc(32, 7).toString('base64'),
  publicUrl: 'http://127.0.0.1:8080',
}

/**
 * Makes a link for each purpose with SQL, and returns their tokens. That for an address is of the administrator, the
 * others of a new user: they end all sessions.
 */
export async function makeLinks(database: TestDatabase, username: string) {
  await addUser(database, username)
  const links = { reset: newToken(), invitation: newToken(), address: newToken() }
  for (const [purpose, token] of Object.entries(links))
    await database.query(
      `insert into tabularium.mail_links (user_id, purpose, digest, password, email, expires_on)
      select users.id, $1, $2, sha256(convert_to(users.password, 'UTF8')),
        case when $1::text = 'address' then 'new@example.com' else users.email end, now() + interval '1 hour'
      from record.tabularium_user as users
      where users.username = case when $1 = 'address' then 'admin' else $3 end
      on conflict (user_id, purpose) do update
      set digest = excluded.digest, password = excluded.password, email = excluded.email,
        expires_on = excluded.expires_on`,
      [purpose, createHash('sha256').update(token).digest(), username],
    )
  return links
}

function newToken(): string {
  return randomBytes(32).toString('base64url')
}
