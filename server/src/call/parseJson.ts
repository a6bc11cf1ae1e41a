import { Failure } from '../failure.ts'
import { isExact } from './isExact.ts'

/** JSON deeper than this is refused before it is parsed: parsing deep nesting blocks the process. */
export const maxJsonDepth = 32
/** Members of one object at most. */
export const maxMembers = 1_000

/**
 * Reads the JSON of a body. Stricter than `JSON.parse`, which lets pass silently what cannot be meant: bytes that are
 * not UTF-8, one member twice, and numbers that it would round.
 */
export function parseJson(body: Uint8Array | undefined): unknown {
  if (!body || body.length === 0) throw malformed('A body is required: send a JSON object.')
  const text = decode(body)
  scan(text)
  try {
    return JSON.parse(text)
  } catch {
    throw malformed('The body is not JSON.')
  }
}

function decode(body: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
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

/** Walks over the text once, checking depth, members and numbers. What is no JSON at all is left to the parser. */
function scan(text: string): void {
  const members: (Set<string> | undefined)[] = []
  let expectsMember = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) {
      const end = endOfString(text, at)
      if (expectsMember) noteMember(text.slice(at, end + 1), members.at(-1))
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

/** Where the number ends that begins here, which must be one that is kept to the letter. */
function endOfNumber(text: string, start: number): number {
  let end = start + 1
  while (isOfNumber(text.charCodeAt(end))) end++
  const number = text.slice(start, end)
  if (isExact(number)) return end
  throw malformed(`The number ${number.slice(0, 100)} has more digits than are kept: send fewer of them, or a text.`)
}

function isOfNumber(code: number): boolean {
  return (
    (code >= zero && code <= nine) || code === point || code === minus || code === plus || (code | 0x20) === letterE
  )
}

/** Where the string ends that begins here. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) return at
    if (code === backslash) at++
  }
  return text.length
}

function noteMember(raw: string, members: Set<string> | undefined): void {
  if (!members) return
  const member = raw.includes('\\') ? unescape(raw) : raw
  if (members.has(member)) throw malformed(`The member ${raw.slice(0, 100)} stands twice in one object.`)
  if (members.add(member).size > maxMembers) throw malformed(`An object has more than ${maxMembers} members.`)
}

function unescape(raw: string): string {
  try {
    return `"${JSON.parse(raw)}"`
  } catch {
    throw malformed('The body is not JSON.')
  }
}

function malformed(message: string): Failure {
  return new Failure('malformed-json', message)
}
