import { TabulariumError } from '@tabularium/client'
import { expect, it } from 'vitest'
import { endSession } from './endSession.ts'

function failing(code: TabulariumError['code']) {
  const failure = new TabulariumError({ data: { code, title: code, message: code } })
  return { failure, logout: () => Promise.reject(failure) }
}

it('a session is over if the service has ended it, or knows it no more', async () => {
  expect(await endSession({ logout: () => Promise.resolve() })).toBeUndefined()
  expect(await endSession(failing('session-required'))).toBeUndefined()
})

it.each(['no-answer', 'unavailable', 'internal'] as const)('a session may go on after %s', async (code) => {
  const service = failing(code)
  expect(await endSession(service)).toBe(service.failure)
})
