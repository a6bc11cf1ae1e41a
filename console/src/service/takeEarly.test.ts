import { expect, it } from 'vitest'
import { takeEarly } from './takeEarly.ts'

it('an answer that came early is taken once, by the same path', async () => {
  const me = Promise.resolve(new Response('me'))
  const answers = new Map([['/ws/me', me]])
  expect(takeEarly('/ws/me?quiet=true', answers)).toBeUndefined()
  expect(takeEarly('/ws/me', answers)).toBe(me)
  expect(takeEarly('/ws/me', answers)).toBeUndefined()
})
