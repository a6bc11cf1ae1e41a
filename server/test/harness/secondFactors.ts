import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import { toCode } from '../../src/session/totp.ts'
import type { Client, Reply } from './client.ts'
import type { TestDatabase } from './database.ts'
import type { Flags } from './service.ts'

/** Settings of a service on which people set up factors. */
export const withFactors: Flags = { encryptionKeys: randomBytes(32).toString('base64') }

/** An app for codes that somebody has set up, and their recovery codes. */
export interface Enrolled {
  readonly secret: string
  readonly recovery: readonly string[]
}

/** The code of an app: now, or so many periods later. */
export function codeOf(secret: string, periods = 0): string {
  return toCode(secret, Math.floor(Date.now() / 30_000) + periods)
}

/** Sets up an app for codes by a code of the period before, so that those of now and of the next one are left. */
export async function enrol(client: Client): Promise<Enrolled> {
  const begun = await client.exchange('POST', '/ws/factors/totp', { body: {} })
  const [{ secret }] = dataOf(begun) as [{ secret: string }]
  const body = { code: codeOf(secret, -1), name: 'phone' }
  const [{ recovery }] = dataOf(await client.exchange('POST', '/ws/factors/totp/confirm', { body })) as [
    { recovery: string[] },
  ]
  return { secret, recovery }
}

/** Lets all codes of a user count again, as if time had passed, and forgets wrong ones. */
export async function passCodes(database: TestDatabase, userId: number): Promise<void> {
  await database.query(`update record.tabularium_factor set last_step = 0 where "user" = ${userId}`)
  await database.query('delete from tabularium.attempts')
}

/** The data of an answer of success. */
export function dataOf({ status, json, text }: Reply): unknown {
  expect(status, text).toBe(200)
  return json?.data
}

/** The status and the code of a failure. */
export function failureOf({ status, json }: Reply): [number, string | undefined] {
  return [status, (json?.data as { code?: string } | undefined)?.code]
}
