import { expect } from 'vitest'
import { findFreePort } from '../../src/command/localPostgres/ports.ts'
import { until } from '../harness/poll.ts'
import { LightLoad } from './LightLoad.ts'
import type { RunOptions, Sandbox, Started } from './Sandbox.ts'

/** The user whom the page adds. */
export const admin = { username: 'admin', password: 'correct-horse-battery' }

/** Waits until nothing is left of a command whose pid was sent SIGTERM. Returns how long it took, in milliseconds. */
export async function terminate(started: Started): Promise<number> {
  process.kill(started.pid, 'SIGTERM')
  const start = performance.now()
  await until('no process is left', () => started.left().length === 0, { within: 60_000, every: 50 })
  return Math.round(performance.now() - start)
}

/** Starts the service by a command, and ends it under load: nothing may be left, and no request may have failed. */
export async function serveAndTerminate(
  sandbox: Sandbox,
  command: string,
  { path, ...options }: RunOptions & { path: string },
): Promise<void> {
  const [port, healthPort] = [await findFreePort(0), await findFreePort(0)]
  const ports = { TABULARIUM_PORT: `${port}`, TABULARIUM_HEALTH_PORT: `${healthPort}` }
  const service = sandbox.start(`exec ${command}`, { ...options, env: { ...options.env, ...ports } })
  try {
    const load = new LightLoad({ url: `http://127.0.0.1:${port}`, healthUrl: `http://127.0.0.1:${healthPort}` })
    await untilServing(service, `http://127.0.0.1:${healthPort}/ready`)
    await load.logIn(admin.username, admin.password)
    const running = load.run(path)
    await until('the load runs', () => load.answered > 20, { within: 60_000 })
    const before = load.answered
    console.info(`${command}: ended ${await terminate(service)} ms after SIGTERM`)
    await running
    expect(load.failed).toEqual([])
    expect(load.answered).toBeGreaterThan(before)
    expect(service.output()).toContain('"msg":"ended"')
  } finally {
    service.kill()
  }
}

async function untilServing(started: Started, ready: string): Promise<void> {
  const answers = () => {
    if (started.left().length === 0) throw new Error(`It ended: ${started.output()}`)
    return fetch(ready).then(
      ({ ok }) => ok,
      () => false,
    )
  }
  await until('the service is ready', answers, { within: 60_000, every: 100 })
}
