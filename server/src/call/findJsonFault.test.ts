import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findJsonFault } from './findJsonFault.ts'

describe('findJsonFault', () => {
  it.each([
    ['{"data": {"name": "Ada", }}', 'a name in double quotes is expected at line 1, column 26, not "}"'],
    ['{"data": {"name": }}', 'a value is expected at line 1, column 19, not "}"'],
    [
      '{"data":\n  {"name": "Ada" "age": 3}}',
      '"," or "}" is expected at line 2, column 18, not a text that begins with " there',
    ],
    ['{"data" {}}', '":" is expected at line 1, column 9, not "{"'],
    ["{'data': 1}", `a name in double quotes is expected at line 1, column 2, not "'"`],
    ['{"data": [1, 2', '"," or "]" is expected at line 1, column 15, but the body ends there'],
    ['{"a": 1} x', 'the end is expected at line 1, column 10, not "x"'],
    ['{"a": "no end}', 'a value is expected at line 1, column 7, not a text that begins with " there'],
    ['{"a": 01}', '"," or "}" is expected at line 1, column 8, not "1"'],
    ['', 'a value is expected at line 1, column 1, but the body ends there'],
  ])('says where %j is wrong', (text, fault) => {
    expect(findJsonFault(text)).toBe(fault)
  })

  it('finds a fault in every text that JSON.parse rejects', () => {
    const broken = fc
      .tuple(fc.json({ maxDepth: 5 }), fc.nat(), fc.constantFrom('', '{', '"', ',', ':', '\\', '\u0001', 'e', ']'))
      .map(([text, at, piece]) => {
        const place = at % (text.length + 1)
        return text.slice(0, place) + piece + text.slice(place + 1)
      })
      .filter((text) => !isJson(text))
    fc.assert(fc.property(broken, (text) => findJsonFault(text).includes(' is expected at line ')))
  })
})

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
