import { expect, test } from 'vitest'
import { parseUsername } from './username.ts'

test.each([
  ['ada', 'ada'],
  ['Ada.Lovelace', 'ada.lovelace'],
  ['ada+test@example.com', 'ada+test@example.com'],
  ['0', '0'],
  ['x'.repeat(100), 'x'.repeat(100)],
])('%s is the user %s', (text, value) => {
  expect(parseUsername(text)).toEqual({ value })
})

test.each(['', '-ada', '.ada', 'ada lovelace', 'ad\u0430', 'ADA\u212a', 'ada\n', 'x'.repeat(101)])(
  '%j is rejected',
  (text) => {
    expect(parseUsername(text)).toHaveProperty('fault')
  },
)
