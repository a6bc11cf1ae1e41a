import { afterAll, beforeAll } from 'vitest'
import type { Client } from './client.ts'
import { createDatabase, type TestDatabase } from './database.ts'
import { type Flags, loggedIn, startService, type TestService } from './service.ts'

/** What a test file works with. */
export interface ServiceUnderTest {
  readonly database: TestDatabase
  readonly service: TestService
  /** A client with a session of the administrator. */
  readonly client: Client
}

/** One service on one cloned database for all tests of a file. */
export function useService(flags: Flags = {}, more: Parameters<typeof startService>[3] = {}): ServiceUnderTest {
  let stage: ServiceUnderTest | undefined
  beforeAll(async () => {
    const database = await createDatabase()
    const service = await startService(database.url, flags, undefined, more)
    stage = { database, service, client: await loggedIn(service, 32) }
  })
  afterAll(async () => {
    stage?.client.close()
    await stage?.service.stop()
    await stage?.database.drop()
  })
  const require = () => {
    if (!stage) throw new Error('The service is started before the tests and not while they are declared.')
    return stage
  }
  return {
    get database() {
      return require().database
    },
    get service() {
      return require().service
    },
    get client() {
      return require().client
    },
  }
}
