import { randomBytes } from 'node:crypto'
import manifest from '../package.json' with { type: 'json' }
import type { TestService, TestServiceOptions } from './command/testService/startTestService.ts'

export type { TestService, TestServiceOptions } from './command/testService/startTestService.ts'

/**
 * Starts a service for the tests of a project, on a database that nobody else uses: on a PostgreSQL of its own, or on
 * the server of the environment variable TABULARIUM_TEST_DATABASE_URL. Call `close` at the end.
 */
export async function startTestService(options: TestServiceOptions = {}): Promise<TestService> {
  const { startTestService: start } = await import('./command/testService/startTestService.ts')
  const { env } = process
  return await start(
    {
      env,
      version: manifest.version,
      folder: process.cwd(),
      uid: process.getuid?.(),
      randomBytes: (count) => randomBytes(count),
      time: () => Date.now(),
      random: () => Math.random(),
      onExit: (listener) => void process.once('exit', listener),
    },
    options,
  )
}
