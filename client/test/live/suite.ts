import { type Client, createClient } from '@tabularium/client'
import type { Contacts } from '../models.ts'
import { accountChecks } from './accountChecks.ts'
import { changeChecks } from './changeChecks.ts'
import { type Outcome, runChecks } from './checks.ts'
import { conflictChecks } from './conflictChecks.ts'
import { failureChecks } from './failureChecks.ts'
import { manyChecks } from './manyChecks.ts'
import { recordChecks } from './recordChecks.ts'
import { searchChecks } from './searchChecks.ts'

/** Where the suite runs, and against what. */
export interface LiveSetup {
  /** The address of the service. */
  readonly url: string
  /** The name of the platform. What the suite creates begins with it, so that several can use one service. */
  readonly platform: string
  readonly username: string
  readonly password: string
  /** An API key of that user. */
  readonly key: string
  /** Whether this is a page of a browser. */
  readonly isPage: boolean
}

/** What the checks work with. */
export interface Live extends LiveSetup {
  /** A client with a session. */
  readonly client: Client<Contacts>
}

/** Everything the client promises, against a service with the models of the contacts example. */
export async function runSuite(setup: LiveSetup): Promise<Outcome> {
  const client = createClient<Contacts>({ url: setup.url })
  await client.login(setup.username, setup.password)
  const live = { ...setup, client }
  return runChecks([
    ...recordChecks(live),
    ...conflictChecks(live),
    ...searchChecks(live),
    ...manyChecks(live),
    ...changeChecks(live),
    ...failureChecks(live),
    // The last ones, since they end the session.
    ...accountChecks(live),
  ])
}
