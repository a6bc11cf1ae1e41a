import { afterAll, beforeAll } from 'vitest'
import type { Models } from '../../src/model/Models.ts'
import type { Client } from './client.ts'
import { loggedIn, startService, type TestService } from './service.ts'

/** A second service on the same database: what one process does for its own clients is not enough. */
export function useSecondService(
  stage: { readonly database: { readonly url: string } },
  models: Models,
  connections: number,
): { readonly client: Client } {
  let second: { service: TestService; client: Client } | undefined
  beforeAll(async () => {
    const service = await startService(stage.database.url, {}, models)
    second = { service, client: await loggedIn(service, connections) }
  })
  afterAll(async () => {
    second?.client.close()
    await second?.service.stop()
  })
  return {
    get client() {
      if (!second) throw new Error('The service is started before the tests and not while they are declared.')
      return second.client
    },
  }
}
