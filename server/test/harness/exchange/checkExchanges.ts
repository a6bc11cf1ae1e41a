import { afterAll, afterEach, expect, inject } from 'vitest'
import { Client } from '../client.ts'
import { ExchangeChecker } from './ExchangeChecker.ts'
import { observeFetch } from './observeFetch.ts'

const checker = new ExchangeChecker()
Client.observe = (exchange) => checker.check(exchange)
observeFetch((exchange) => checker.check(exchange))

/** A test fails if an exchange of it does not fit the document of its caller. */
function refuseFaults(): void {
  const faults = checker.takeFaults()
  if (faults.length === 0) return
  throw new Error(
    `Exchanges that don't fit the document of their caller (GET /ws/openapi.json):\n- ${faults.join('\n- ')}\n` +
      'If the service is right, change the document in server/src/openapi/ and the pages in docs/reference/api/. ' +
      'If the document is right, change the service.',
  )
}

afterEach(refuseFaults)
afterAll(() => {
  checker.close()
  checker.reached.write(inject('exchanges'), expect.getState().testPath ?? '')
  refuseFaults()
})
