import { Failure } from '../failure/failure.ts'
import { findJsonFault } from './findJsonFault.ts'
import { isExact } from './isExact.ts'

/** Deeper JSON is refused before it is parsed: to parse deep nesting blocks the process. */
export const maxJsonDepth = 32
/** The maximum number of members of one object. */
export const maxMembers = 1_000

/**
 * Parses the JSON of a body. Unlike `JSON.parse`, it refuses bytes that are not UTF-8, duplicate members, and numbers
 * that would be rounded: none of these can be intended.
 */
export function parseJson(body: Uint8Array | undefined): unknown {
  if (!body || body.length === 0) throw malformed('A body is required: send a JSON object.')
  const text = decode(body)
  scan(text)
  try {
    return JSON.parse(text)
  } catch {
    throw notJson(text)
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true })

function decode(body: Uint8Array): string {
  try {
    return decoder.decode(body)
  } catch {
    throw malformed('The body is not UTF-8.')
  }
}

const quote = 0x22
const plus = 0x2b
const minus = 0x2d
const point = 0x2e
const zero = 0x30
const nine = 0x39
const letterE = 0x65
const backslash = 0x5c
const comma = 0x2c
const openBrace = 0x7b
const closeBrace = 0x7d
const openBracket = 0x5b
const closeBracket = 0x5d

/** Checks depth, members and numbers in one pass. The parser refuses all other errors. */
function scan(text: string): void {
  const members: (Set<string> | undefined)[] = []
  let expectsMember = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) {
      const end = endOfString(text, at)
      if (expectsMember) addMember(text.slice(at, end + 1), members.at(-1), text)
      expectsMember = false
      at = end
    } else if (code === openBrace || code === openBracket) {
      if (members.length >= maxJsonDepth) throw malformed(`The body is nested deeper than ${maxJsonDepth} levels.`)
      members.push(code === openBrace ? new Set() : undefined)
      expectsMember = code === openBrace
    } else if (code === closeBrace || code === closeBracket) {
      members.pop()
      expectsMember = false
    } else if (code === comma) expectsMember = members.at(-1) !== undefined
    else if (code === minus || (code >= zero && code <= nine)) at = endOfNumber(text, at) - 1
  }
}

/** The end of the number that begins here. The number must be exact. */
function endOfNumber(text: string, start: number): number {
  let end = start + 1
  while (isNumberCharacter(text.charCodeAt(end))) end++
  const number = text.slice(start, end)
  if (isExact(number)) return end
  throw malformed(
    `The number ${number.slice(0, 100)} has more digits than can be represented: send fewer digits, or a text.`,
  )
}

function isNumberCharacter(code: number): boolean {
  return (
    (code >= zero && code <= nine) || code === point || code === minus || code === plus || (code | 0x20) === letterE
  )
}

/** The end of the string that begins here. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) return at
    if (code === backslash) at++
  }
  return text.length
}

function addMember(raw: string, members: Set<string> | undefined, text: string): void {
  if (!members) return
  const member = raw.includes('\\') ? unescape(raw, text) : raw
  if (members.has(member)) throw malformed(`The member ${raw.slice(0, 100)} occurs twice in one object.`)
  if (members.add(member).size > maxMembers) throw malformed(`An object has more than ${maxMembers} members.`)
}

function unescape(raw: string, text: string): string {
  try {
    return `"${JSON.parse(raw)}"`
  } catch {
    throw notJson(text)
  }
}

function notJson(text: string): Failure {
  return malformed(`The body is not JSON: ${findJsonFault(text)}.`)
}

function malformed(message: string): Failure {
  return new Failure('malformed-json', message)
}
