import { expect, it } from 'vitest'
import { useService } from './harness/useService.ts'

const stage = useService()

it.each(['/metrics', '/status'])('%s is made once a second for all who ask', async (path) => {
  const ask = async () => (await fetch(`${stage.service.healthUrl}${path}`)).text()
  const start = performance.now()
  const made = new Set<string>()
  // Each one that is made differs: it has processor times, or how long ago work was done.
  for (let round = 0; round < 3; round++)
    for (const text of await Promise.all(Array.from({ length: 50 }, ask))) made.add(text)
  const seconds = (performance.now() - start) / 1_000
  expect(made.size).toBeGreaterThan(1)
  expect(made.size).toBeLessThanOrEqual(seconds + 1)
})
