import type { bodyMembers } from './bodyMembers.ts'
import type { JsonKind, TextKind } from './Kind.ts'
import type { Parameter } from './Parameter.ts'
import type { queryParameters } from './queryParameters.ts'
import type { MemberKey, QueryKey } from './takes.ts'

type Table = Readonly<Record<string, Parameter>>

/** The name that clients send. */
type NameOf<T extends Table, K extends keyof T> = K extends keyof T
  ? T[K] extends { name: infer Name extends string }
    ? Name
    : K
  : never

type ValueOf<P extends Parameter> = P['kind'] extends TextKind<infer V> | JsonKind<infer V>
  ? Exclude<V, undefined>
  : never

/** The keys of parameters that always have a value. */
type Given<T extends Table, K extends keyof T> = K extends keyof T
  ? T[K] extends { readonly default: unknown } | { readonly required: true }
    ? K
    : never
  : never

type Values<T extends Table, K extends keyof T> = { readonly [P in Given<T, K> as NameOf<T, P>]: ValueOf<T[P]> } & {
  readonly [P in Exclude<K, Given<T, K>> as NameOf<T, P>]?: ValueOf<T[P]>
}

/** The values of parameters of a query string, by their names. */
export type QueryValues<K extends QueryKey> = Values<typeof queryParameters, K>

/** The values of members of a body, by their names. */
export type MemberValues<K extends MemberKey> = Values<typeof bodyMembers, K>

/** The setting `maxLimit`, where a parameter depends on it. */
export type MaxLimit<K extends QueryKey> = 'limit' extends NameOf<typeof queryParameters, K> ? [maxLimit: number] : []
