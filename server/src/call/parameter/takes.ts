import { headerParameters } from './headerParameters.ts'
import type { TextKind } from './Kind.ts'
import type { Parameter } from './Parameter.ts'
import { queryParameters } from './queryParameters.ts'

/** The key of a parameter of query strings. */
export type QueryKey = keyof typeof queryParameters
/** The key of a header. */
export type HeaderKey = keyof typeof headerParameters

/** A parameter of a query string, with all members, so that parsing is quick. */
export interface Row {
  readonly name: string
  readonly kind: TextKind<unknown>
  readonly isRequired: boolean
  /** The index of the row that can't be sent together with this one; -1 if there is none. */
  readonly notWith: number
}

/** What an operation takes, by the keys of the tables. */
export interface Takes<Q extends QueryKey = QueryKey> {
  /** In the order of messages. */
  readonly query: readonly Q[]
  readonly headers: readonly HeaderKey[]
  readonly rows: readonly Row[]
  readonly hasRequired: boolean
  /** The values if the client sends none. They are the same object each time, because most requests send none. */
  defaults(maxLimit: number): Readonly<Record<string, unknown>>
}

/** Says what an operation takes. */
export function takes<const Q extends QueryKey>(query: readonly Q[], headers: readonly HeaderKey[] = []): Takes<Q> {
  const listed = query.map((key): Parameter & { name: string; kind: TextKind<unknown> } => ({
    name: key,
    ...queryParameters[key],
  }))
  const rows = listed.map(({ name, kind, required, notWith }) => ({
    name,
    kind,
    isRequired: required === true,
    notWith: listed.findIndex((other) => other.name === notWith),
  }))
  const hasRequired = rows.some(({ isRequired }) => isRequired)
  return { query, headers, rows, hasRequired, defaults: remember((maxLimit) => defaultsOf(listed, maxLimit)) }
}

function defaultsOf(rows: readonly (Parameter & { name: string })[], maxLimit: number): Record<string, unknown> {
  const given = rows.filter((row) => row.default !== undefined)
  return Object.fromEntries(given.map((row) => [row.name, defaultOf(row, maxLimit)]))
}

/** The value of a parameter that was not sent. */
export function defaultOf({ default: value }: Parameter, maxLimit: number): unknown {
  return typeof value === 'function' ? value(maxLimit) : value
}

/** A function that computes its result again only if the limit is another one: a service has one. */
function remember<T>(compute: (maxLimit: number) => T): (maxLimit: number) => T {
  let known: { readonly maxLimit: number; readonly result: T } | undefined
  return (maxLimit) => {
    if (known?.maxLimit !== maxLimit) known = { maxLimit, result: compute(maxLimit) }
    return known.result
  }
}
