import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { timed } from '../../test/harness/timed.ts'
import { Failure } from '../failure/failure.ts'
import { maxJsonDepth, maxMembers, parseJson } from './parseJson.ts'

function parse(text: string): unknown {
  return parseJson(Buffer.from(text))
}

describe('parseJson', () => {
  it('parses all JSON as JSON.parse does', () => {
    fc.assert(
      fc.property(
        fc.json({ maxDepth: 10, stringUnit: 'grapheme' }),
        fc.constantFrom('', ' ', '\n\t'),
        (text, space) => {
          expect(parse(`${space}${text}${space}`)).toEqual(JSON.parse(text))
        },
      ),
    )
  })

  it('refuses everything else with a failure and no other error', () => {
    const piece = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"',
      '\\',
      '"a"',
      '1',
      '-',
      'null',
      'tru',
      '\\u00',
      ' ',
      '\0',
      'é',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const text = pieces.join('')
        const expected = outcomeOf(() => JSON.parse(text))
        const actual = outcomeOf(() => parse(text))
        if (actual instanceof Failure) expect(actual.code).toBe('malformed-json')
        else expect(actual).toEqual(expected)
        if (expected instanceof SyntaxError) expect(actual).toBeInstanceOf(Failure)
      }),
      { numRuns: 500 },
    )
  })

  it.each([
    ['nothing', ''],
    ['a member twice', '{"a":1,"a":2}'],
    ['a member twice, once escaped', '{"a":1,"\\u0061":2}'],
    ['a member twice, with white space between', '{ "a" : 1 ,\n"b":{} , "a" : 2 }'],
    ['a member twice in an object inside', '[{"x":[1,{"a":1,"a":1}]}]'],
    ['an empty member twice', '{"":1,"":2}'],
    ['too deep', `${'['.repeat(maxJsonDepth + 1)}${']'.repeat(maxJsonDepth + 1)}`],
    ['too many members', `{${Array.from({ length: maxMembers + 1 }, (_, n) => `"${n}":0`).join()}}`],
  ])('refuses %s', (_, text) => {
    expect(() => parse(text)).toThrow(Failure)
  })

  it.each([
    ['one name in two objects', '[{"a":1},{"a":2}]'],
    ['one name inside its own value', '{"a":{"a":{"a":1}}}'],
    ['a name that is also a value', '{"a":"a","b":"a"}'],
    ['names that are equal but for their case', '{"a":1,"A":2}'],
    ['brackets and commas inside texts', '{"a":"{[,]}","b":"\\"{,","c":"\\\\"}'],
    ['the maximum depth', `${'['.repeat(maxJsonDepth)}${']'.repeat(maxJsonDepth)}`],
    ['the maximum number of members', `{${Array.from({ length: maxMembers }, (_, n) => `"${n}":0`).join()}}`],
  ])('accepts %s', (_, text) => {
    expect(parse(text)).toEqual(JSON.parse(text))
  })

  it('treats a member named __proto__ like any other member', () => {
    const value = parse('{"__proto__":{"polluted":true}}')
    expect(Object.keys(value as object)).toEqual(['__proto__'])
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
  })

  it('refuses a megabyte of brackets quickly', timed, () => {
    const start = performance.now()
    expect(() => parse('['.repeat(1 << 20))).toThrow('nested deeper')
    expect(() => parse('{"a":'.repeat(1 << 18))).toThrow('nested deeper')
    expect(performance.now() - start).toBeLessThan(500)
  })
})

function outcomeOf(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    return error
  }
}
