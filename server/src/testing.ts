import { randomBytes } from 'node:crypto'
import manifest from '../package.json' with { type: 'json' }
import type { TestKit, TestKitOptions } from './command/testService/startTestKit.ts'
import type { TestService, TestServiceOptions } from './command/testService/startTestService.ts'

export type { SettleOptions } from './command/testService/settleWork.ts'
export type { ActOptions, TestActions } from './command/testService/testActions.ts'
export type { TestKit, TestKitOptions } from './command/testService/startTestKit.ts'
export type { NewTestUser, TestUser } from './command/testService/TestCallers.ts'
export type { TestService, TestServiceOptions } from './command/testService/startTestService.ts'

/**
 * Starts a service for the tests of a project, on a database that nothing else uses: on a PostgreSQL of its own, or on
 * the server of the environment variable TABULARIUM_TEST_DATABASE_URL. Call `close` at the end.
 */
export async function startTestService(options: TestServiceOptions = {}): Promise<TestService> {
  const { startTestService: start } = await import('./command/testService/startTestService.ts')
  return await start(toContext(), options)
}

/**
 * Makes a kit for tests of logic: it runs without HTTP, on a database that nothing else uses. Call `close` at the end.
 */
export async function testKit(options: TestKitOptions = {}): Promise<TestKit> {
  const { startTestKit } = await import('./command/testService/startTestKit.ts')
  return await startTestKit(toContext(), options)
}

function toContext() {
  return {
    env: process.env,
    version: manifest.version,
    folder: process.cwd(),
    uid: process.getuid?.(),
    randomBytes: (count: number) => randomBytes(count),
    time: () => Date.now(),
    random: () => Math.random(),
    onExit: (listener: () => void) => void process.once('exit', listener),
  }
}
