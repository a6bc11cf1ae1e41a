import { Failure } from '../failure.ts'
import { didYouMean } from '../nearest.ts'

/**
 * The query parameters by name. An unknown one and a repeated one are refused, never ignored; a name in %XX is an
 * unknown one, so that every parameter is written in one way.
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
    if (parameters[name] !== undefined) throw invalid(`The parameter ${name} stands twice: send it once.`)
    parameters[name] = decode(part.slice(key.length + 1))
  }
  return parameters
}

function decode(value: string): string {
  return /[%+]/.test(value) ? (new URLSearchParams(`v=${value}`).get('v') ?? '') : value
}

/** A whole number from 0 on, in plain digits, or undefined where the parameter was not sent. */
export function parseCount(name: string, text: string | undefined, most: number): number | undefined {
  if (text === undefined) return undefined
  if (!/^(0|[1-9]\d{0,15})$/.test(text))
    throw invalid(`The parameter ${name} must be a whole number from 0 on, such as ${name}=20.`)
  const value = Number(text)
  if (value > most) throw invalid(`The parameter ${name} must be at most ${most}.`)
  return value
}

/** The records of a page where the client does not say how many. */
export const defaultLimit = 40

/**
 * Which part of a list is asked for. More than the most is refused and not cut: a client that adds `limit` to `offset`
 * would skip.
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
 * The id in the path. One that no record can have is a number all the same: planning says that there is no such record.
 */
export function parseId(text: string | undefined): number {
  if (text === undefined || !/^(0|[1-9]\d*)$/.test(text))
    throw invalid('The id in the path must be a whole number in plain digits.')
  return Number(text)
}

export function invalid(message: string): Failure {
  return new Failure('invalid-parameter', message)
}

function unknownParameter(key: string, allowed: readonly string[]): Failure {
  const known = allowed.length === 0 ? 'This path takes none.' : `This path takes ${allowed.join(', ')}.`
  return invalid(`There is no parameter "${key.slice(0, 100)}".${didYouMean(key, allowed)} ${known}`)
}

/** Names separated by commas. */
export function parseNameList(text: string): string[] {
  return text.split(',').map((name) => name.trim())
}

/** Whether a write is only to be tried. */
export function parseDryRun(text: string | undefined): { dryRun: boolean } {
  if (text !== undefined && text !== 'true' && text !== 'false')
    throw invalid('The parameter dryRun must be true or false.')
  return { dryRun: text === 'true' }
}
