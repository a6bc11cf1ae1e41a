import { expect, it } from 'vitest'
import { toParameter } from './toParameter.ts'

it('writes null, numbers and booleans without quotes, and text in quotes', () => {
  expect(toParameter([null, undefined, 1, -2.5, true, 'a', '', 'NULL'])).toBe('{NULL,NULL,1,-2.5,true,"a","","NULL"}')
  expect(toParameter([])).toBe('{}')
})

it('escapes quotes and backslashes, so that no text ends its element', () => {
  expect(toParameter(['a"b', 'a\\b', '\\"', ',{}', 'two\nlines'])).toBe(
    '{"a\\"b","a\\\\b","\\\\\\"",",{}","two\nlines"}',
  )
})

it('writes a value that is not an array as its text, and keeps null', () => {
  expect([null, undefined, 1, 'a', true, { a: 1 }].map(toParameter)).toEqual([null, null, '1', 'a', 'true', '{"a":1}'])
})
