import { bodyMembers } from './bodyMembers.ts'
import type { headerParameters } from './headerParameters.ts'
import type { JsonKind, TextKind } from './Kind.ts'
import type { Parameter } from './Parameter.ts'
import { queryParameters } from './queryParameters.ts'

/** The key of a parameter of query strings. */
export type QueryKey = keyof typeof queryParameters
/** The key of a header. */
export type HeaderKey = keyof typeof headerParameters
/** The key of a member of bodies. */
export type MemberKey = keyof typeof bodyMembers

/** A parameter or member as it is parsed: all rows have the same members, so that parsing is quick. */
export interface Row<Kind> {
  readonly name: string
  readonly kind: Kind
  readonly isRequired: boolean
  /** The index of the row that can't be sent together with this one; -1 if there is none. */
  readonly notWith: number
}

/** The rows of a list of keys, in the order of messages. */
export interface Rows<Key, Kind> {
  readonly keys: readonly Key[]
  readonly names: readonly string[]
  readonly rows: readonly Row<Kind>[]
  readonly hasRequired: boolean
  /** The values if the client sends none. They are the same object each time, because most requests send none. */
  defaults(maxLimit: number): Readonly<Record<string, unknown>>
}

/** What an operation takes. */
export interface Takes<Q extends QueryKey = QueryKey, M extends MemberKey = MemberKey> {
  readonly query: Rows<Q, TextKind<unknown>>
  readonly headers: readonly HeaderKey[]
  /** The members of the body, or of its member `data`. */
  readonly members: Rows<M, JsonKind<unknown>>
  readonly isInData: boolean
  /** Whether it takes parameters that it does not list: what a service of somebody else adds. */
  readonly isOpen?: true
}

/** Says what an operation takes, by the keys of the tables: `data` are the members of a body `{"data": {…}}`. */
export function takes<const Q extends QueryKey = never, const M extends MemberKey = never>({
  query = [],
  headers = [],
  body = [],
  data,
  isOpen,
}: {
  readonly query?: readonly Q[]
  readonly headers?: readonly HeaderKey[]
  readonly body?: readonly M[]
  readonly data?: readonly M[]
  readonly isOpen?: true
}): Takes<Q, M> {
  return {
    query: toRows<Q, TextKind<unknown>>(query, queryParameters),
    headers,
    members: toRows<M, JsonKind<unknown>>(data ?? body, bodyMembers),
    isInData: data !== undefined,
    ...(isOpen ? { isOpen } : {}),
  }
}

function toRows<Key extends string, Kind>(
  keys: readonly Key[],
  table: Readonly<Record<Key, Parameter & { readonly kind: Kind }>>,
): Rows<Key, Kind> {
  const listed = keys.map((key) => ({ name: key as string, ...table[key] }))
  const rows = listed.map(({ name, kind, required, notWith }) => ({
    name,
    kind,
    isRequired: required === true,
    notWith: listed.findIndex((other) => other.name === notWith),
  }))
  return {
    keys,
    names: rows.map(({ name }) => name),
    rows,
    hasRequired: rows.some(({ isRequired }) => isRequired),
    defaults: remember((maxLimit) => defaultsOf(listed, maxLimit)),
  }
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
