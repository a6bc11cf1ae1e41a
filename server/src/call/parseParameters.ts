import { Failure } from '../failure/failure.ts'
import { didYouMean } from '../text/didYouMean.ts'
import { Fault, type TextKind } from './parameter/Kind.ts'
import type { QueryKey, Row, Takes } from './parameter/takes.ts'
import type { MaxLimit, QueryValues } from './parameter/Values.ts'

/**
 * Parses the query parameters. Unknown and repeated parameters are refused, never ignored. A name with %XX is unknown,
 * so that there is only one way to write a parameter. A limit above the maximum is refused and not reduced: a client
 * that adds `limit` to `offset` would skip records.
 */
export function parseParameters<K extends QueryKey>(
  query: string,
  { query: { rows, defaults: defaultsFor, hasRequired } }: Takes<K>,
  ...[maxLimit = 0]: MaxLimit<K>
): QueryValues<K> {
  const defaults = defaultsFor(maxLimit)
  if (query === '' && !hasRequired) return defaults as QueryValues<K>
  const values = { ...defaults }
  const texts = splitQuery(query, rows)
  rows.forEach(({ name, kind, isRequired, notWith }, index) => {
    const text = texts[index] ?? (isRequired ? '' : undefined)
    if (text === undefined) return
    const value = parseText(kind, name, text, maxLimit)
    if (value !== undefined) values[name] = value
    if (notWith >= 0 && texts[notWith] !== undefined) throw invalid(`Send ${rows[notWith]?.name} or ${name}, not both.`)
  })
  return values as QueryValues<K>
}

/** Refuses all parameters, for operations that take none. */
export function refuseParameters(query: string): void {
  if (query !== '') splitQuery(query, [])
}

/** The texts of the parameters, in the order of the rows. */
function splitQuery(query: string, rows: readonly Row<unknown>[]): readonly (string | undefined)[] {
  const texts: (string | undefined)[] = []
  for (const part of query.split('&')) {
    if (part === '') continue
    const end = part.indexOf('=')
    const name = end < 0 ? part : part.slice(0, end)
    const index = rows.findIndex((row) => row.name === name)
    if (index < 0) throw unknownParameter(name, rows)
    if (texts[index] !== undefined) throw invalid(`The parameter ${name} occurs twice: send it once.`)
    texts[index] = decode(part.slice(name.length + 1))
  }
  return texts
}

function decode(value: string): string {
  return /[%+]/.test(value) ? (new URLSearchParams(`v=${value}`).get('v') ?? '') : value
}

function parseText(kind: TextKind<unknown>, name: string, text: string, maxLimit: number): unknown {
  try {
    return kind.fromText(text, name, maxLimit)
  } catch (error) {
    throw error instanceof Fault ? invalid(`The parameter ${name} ${error.message}.`) : error
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

function unknownParameter(key: string, rows: readonly Row<unknown>[]): Failure {
  const allowed = rows.map(({ name }) => name)
  const known = allowed.length === 0 ? 'This path has no parameters.' : `This path has ${allowed.join(', ')}.`
  const meant = didYouMean(key, allowed) || adviseOnFilter(key, allowed)
  return invalid(`There is no parameter "${key.slice(0, 100)}".${meant} ${known}`)
}

/** In other services, a parameter with the name of a field filters by it. */
function adviseOnFilter(key: string, allowed: readonly string[]): string {
  if (!allowed.includes('where') || !/^[A-Za-z][\w.]{0,99}$/.test(key)) return ''
  return ` To filter by the field ${key}, send where={"fieldName":"${key}","operator":"=","value":…}.`
}
