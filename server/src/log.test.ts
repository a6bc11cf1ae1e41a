import { expect, test } from 'vitest'
import { toLoggedError } from './log.ts'

test('an error of PostgreSQL is logged without the values that it quotes', () => {
  const refusal = Object.assign(new Error('invalid input syntax for type bigint: "canary"'), {
    severity: 'ERROR',
    code: '22P02',
    detail: 'Key (email)=(canary) already exists.',
    where: 'unnamed portal parameter $1 = canary',
  })
  const logged = toLoggedError(new Error('The database refused the values.', { cause: refusal }))
  expect(logged).toMatchObject({ type: 'Error', message: 'The database refused the values.', cause: { code: '22P02' } })
  expect(JSON.stringify(logged)).not.toContain('canary')
})

test('an error keeps its message and its places', () => {
  expect(toLoggedError(new TypeError('x is not a function'))).toMatchObject({
    type: 'TypeError',
    message: 'x is not a function',
    stack: expect.arrayContaining([expect.stringMatching(/^at .*log\.test\.ts/)]),
  })
})
