import { Failure } from '../failure/failure.ts'
import { didYouMean } from '../text/didYouMean.ts'

/**
 * Parses the query parameters. Unknown and repeated parameters are refused, never ignored. A name with %XX is unknown,
 * so that there is only one way to write a parameter.
 */
export function parseParameters<Name extends string>(
  query: string,
  allowed: readonly Name[],
): Partial<Record<Name, string>> {
  const parameters: Partial<Record<Name, string>> = {}
  if (query === '') return parameters
  for (const part of query.split('&')) {
    if (part === '') continue
    const [key = ''] = part.split('=', 1)
    const name = allowed.find((candidate) => candidate === key)
    if (name === undefined) throw unknownParameter(key, allowed)
    if (parameters[name] !== undefined) throw invalid(`The parameter ${name} occurs twice: send it once.`)
    parameters[name] = decode(part.slice(key.length + 1))
  }
  return parameters
}

function decode(value: string): string {
  return /[%+]/.test(value) ? (new URLSearchParams(`v=${value}`).get('v') ?? '') : value
}

/** Parses an integer of at least 0 in plain digits; undefined if the parameter was not sent. */
export function parseCount(name: string, text: string | undefined, max: number): number | undefined {
  if (text === undefined) return undefined
  if (!/^(0|[1-9]\d{0,15})$/.test(text))
    throw invalid(`The parameter ${name} must be a whole number from 0 on, such as ${name}=20.`)
  const value = Number(text)
  if (value > max) throw invalid(`The parameter ${name} must be at most ${max}.`)
  return value
}

/** The number of records of a page if the client does not send a limit. */
export const defaultLimit = 40

/**
 * Parses which page of a list to return. A limit above the maximum is refused and not reduced: a client that adds
 * `limit` to `offset` would skip records.
 */
export function parsePage(
  parameters: { offset?: string; limit?: string },
  maxLimit: number,
): { offset: number; limit: number } {
  return {
    offset: parseCount('offset', parameters.offset, Number.MAX_SAFE_INTEGER) ?? 0,
    limit: parseCount('limit', parameters.limit, maxLimit) ?? Math.min(defaultLimit, maxLimit),
  }
}

/**
 * Parses the id in the path. An id that no record can have is accepted here: `plan` answers that there is no such
 * record.
 */
export function parseId(text: string | undefined): number {
  if (text === undefined || !/^(0|[1-9]\d*)$/.test(text))
    throw invalid('The id in the path must be a whole number in plain digits.')
  return Number(text)
}

/** The failure of a request with a wrong parameter. */
export function invalid(message: string): Failure {
  return new Failure('invalid-parameter', message)
}

function unknownParameter(key: string, allowed: readonly string[]): Failure {
  const known = allowed.length === 0 ? 'This path has no parameters.' : `This path has ${allowed.join(', ')}.`
  const meant = didYouMean(key, allowed) || adviseOnFilter(key, allowed)
  return invalid(`There is no parameter "${key.slice(0, 100)}".${meant} ${known}`)
}

/** In other services, a parameter with the name of a field filters by it. */
function adviseOnFilter(key: string, allowed: readonly string[]): string {
  if (!allowed.includes('where') || !/^[A-Za-z][\w.]{0,99}$/.test(key)) return ''
  return ` To filter by the field ${key}, send where={"fieldName":"${key}","operator":"=","value":…}.`
}

/** Parses names separated by commas. */
export function parseNameList(text: string): string[] {
  return text.split(',').map((name) => name.trim())
}

/** Parses the fields that an answer shows. */
export function parseFields(text: string | undefined): { fields?: string[] } {
  return text === undefined ? {} : { fields: parseNameList(text) }
}

/** Parses a parameter that is true or false; false if it was not sent. */
export function parseFlag(name: string, text: string | undefined): boolean {
  if (text !== undefined && text !== 'true' && text !== 'false')
    throw invalid(`The parameter ${name} must be true or false.`)
  return text === 'true'
}

/** Parses whether an answer says what the caller may do. */
export function parseMay(text: string | undefined): { may?: true } {
  return parseFlag('may', text) ? { may: true } : {}
}

/** Parses whether an answer has a token from which its changes can be followed. */
export function parseWithChanges(text: string | undefined): { changes?: true } {
  return parseFlag('changes', text) ? { changes: true } : {}
}

/** Parses whether a write is a dry run. */
export function parseDryRun(text: string | undefined): { dryRun: boolean } {
  return { dryRun: parseFlag('dryRun', text) }
}

/** Parses what to do with a change whose version is not the current one. */
export function parseOnConflict(text = 'refuse'): { onConflict: 'refuse' | 'merge' } {
  if (text !== 'refuse' && text !== 'merge') throw invalid('The parameter onConflict must be refuse or merge.')
  return { onConflict: text }
}
