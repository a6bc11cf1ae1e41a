import { afterAll, beforeAll, expect, inject } from 'vitest'

/** How many seconds of CPU time one file of pure tests may take. */
const most = 10

let before = process.cpuUsage()
beforeAll(() => {
  before = process.cpuUsage()
})

// CPU time, since other programs on the machine do not count in it. The long form has no limit.
afterAll(() => {
  const { user, system } = process.cpuUsage(before)
  if (inject('rounds') === null) expect((user + system) / 1e6, 'CPU time of this file in seconds').toBeLessThan(most)
})
