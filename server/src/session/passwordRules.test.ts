import { describe, expect, test } from 'vitest'
import { findPasswordFault, toPassword } from './passwordRules.ts'
import { readCommonPasswords } from './readCommonPasswords.ts'

const common = await readCommonPasswords()
const isCommon = expect.stringContaining('is a common one')

describe('findPasswordFault', () => {
  test.each([
    'correct-horse-battery',
    'x'.repeat(12),
    '🐎'.repeat(256),
    ' twelve chars ',
    'only small letters of one kind',
    '907218365510',
    'cafe\u0301-au-lait-noir',
    // 768 UTF-16 units, composed to 256 characters of three bytes each.
    '\u1112\u1161\u11ab'.repeat(256),
  ])('accepts %j', (text) => {
    expect(findPasswordFault(text, 'ada', common)).toBeUndefined()
  })

  test.each<[string, unknown]>([
    ['', 'must have at least 12 characters, and has 0: add a word or two'],
    ['elevenchars', 'must have at least 12 characters, and has 11: add a word or two'],
    ['🐎'.repeat(11), 'must have at least 12 characters, and has 11: add a word or two'],
    // Twelve characters as typed, of which the composed form has six.
    ['e\u0301'.repeat(6), 'must have at least 12 characters, and has 6: add a word or two'],
    ['x'.repeat(257), 'must have at most 256 characters and 1024 bytes: shorten it'],
    ['🐎'.repeat(257), 'must have at most 256 characters and 1024 bytes: shorten it'],
    // 256 characters that the composed form writes with two or three each.
    ['\u{1d160}'.repeat(256), 'must have at most 256 characters and 1024 bytes: shorten it'],
    ['x'.repeat(1_000_000), 'must have at most 256 characters and 1024 bytes: shorten it'],
    ['half-a-surrogate-\ud83d', 'must be well-formed Unicode without NUL: type it again'],
    ['nul\0nul\0nul\0nul\0', 'must be well-formed Unicode without NUL: type it again'],
    ['ada.lovelace@example.com', 'must not be the username: choose another'],
    ['ADA.Lovelace@Example.com', 'must not be the username: choose another'],
    ['            ', expect.stringContaining('not spaces alone')],
    ['\u200b\u00a0 '.repeat(6), expect.stringContaining('not spaces alone')],
    ['password1234', isCommon],
    ['PassWord1234', isCommon],
    ['１２３４５６７８９０１２', isCommon],
    ['qwertyuiop123', isCommon],
    ['iloveyouforever', isCommon],
  ])('rejects %j', (text, fault) => {
    expect(findPasswordFault(text, 'ada.lovelace@example.com', common)).toEqual(fault)
  })
})

describe('the list of common passwords', () => {
  test('has hundreds, and none that the minimum length rejects anyway', () => {
    expect(common.size).toBeGreaterThan(900)
    expect([...common].filter((text) => Array.from(text).length < 12)).toEqual([])
  })
})

test('toPassword returns the one form that is hashed', () => {
  expect(toPassword('cafe\u0301')).toBe('caf\u00e9')
  expect(toPassword('')).toBe('')
})
