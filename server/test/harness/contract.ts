import { expect } from 'vitest'
import type { Reply } from './client.ts'

/**
 * The documented HTTP status and envelope status of every code, stated a second time, so that no change goes unnoticed.
 */
export const contract = {
  'malformed-json': [400, -1],
  'invalid-parameter': [400, -1],
  'invalid-record': [400, -4],
  'version-required': [400, -4],
  'id-mismatch': [400, -4],
  'wrong-credentials': [401, -5],
  'factor-required': [401, -5],
  'session-required': [401, -7],
  'cross-origin': [403, -1],
  'not-permitted': [403, -1],
  'confirmation-required': [403, -1],
  'link-invalid': [400, -1],
  'login-refused': [403, -5],
  'unknown-path': [404, -1],
  'unknown-model': [404, -1],
  'unknown-action': [404, -1],
  'record-not-found': [404, -1],
  'version-not-found': [404, -1],
  'method-not-allowed': [405, -1],
  'version-conflict': [409, -1],
  'not-unique': [409, -1],
  overlaps: [409, -1],
  'limit-reached': [409, -1],
  'still-referenced': [409, -1],
  'key-in-use': [409, -1],
  'too-many-affected': [409, -1],
  'not-undoable': [409, -1],
  'body-too-large': [413, -1],
  'unsupported-media-type': [415, -1],
  'changes-gone': [410, -1],
  'key-reused': [422, -1],
  refused: [422, -1],
  'too-many-attempts': [429, -6],
  unavailable: [503, -100],
  internal: [500, -1],
} as const

export type PromisedCode = keyof typeof contract

/** The names of the models that the tests use. */
export const Contact = 'com.example.contacts.Contact'
export const Company = 'com.example.contacts.Company'
export const Tag = 'com.example.contacts.Tag'

/** An answer as it is compared: its HTTP status and its whole body. */
export function shown({ status, json }: Reply): { status: number; json: unknown } {
  if (!json) return { status, json }
  // Its number depends on the calls before; changeSets.test.ts is about it.
  const others = Object.fromEntries(Object.entries(json).filter(([member]) => member !== 'changeSet'))
  return { status, json: withoutProblems(others) }
}

/** All that is wrong with a batch agrees with what its failure says anyway; problems.test.ts is about the rest. */
function withoutProblems(json: Readonly<Record<string, unknown>>): object {
  const { data, errors } = json
  if (typeof data !== 'object' || data === null || !('problems' in data)) return withoutClash(json)
  const { problems, problemCount, complete, ...own } = data as Told
  const places = problems.flatMap(({ index, field, fields = [] }) =>
    [field, ...fields].map((one) => [index, one].filter((part) => part !== undefined).join('.')),
  )
  const codes = new Set(problems.map(({ code }) => code).filter((code) => code !== 'not-tried'))
  expect(codes.size === 1 ? [...codes] : ['invalid-record']).toEqual([own.code])
  expect(Object.keys(errors ?? {}).filter((path) => !places.includes(path))).toEqual([])
  expect(problems).toHaveLength(Math.min(problemCount, 1_000))
  expect(typeof complete).toBe('boolean')
  return withoutClash({ ...json, data: own }, problems[0])
}

/** A record that others do not allow names the first constraint; conditions.test.ts is about the rest. */
function withoutClash(json: Readonly<Record<string, unknown>>, first?: Clash): object {
  const { data, errors, ...envelope } = json
  const told = (data ?? {}) as Clash & { code: string; field?: string; fields?: readonly string[] }
  const { constraint, others, ...own } = told
  if (!['not-unique', 'overlaps', 'limit-reached'].includes(own.code)) return json
  if (first) expect([constraint, others]).toEqual([first.constraint, first.others])
  expect(typeof errors).toBe('object')
  const { fields, ...named } = own
  if (own.field !== undefined) expect(fields).toEqual([own.field])
  return { ...envelope, data: own.field === undefined ? own : named }
}

interface Clash {
  readonly constraint?: string
  readonly others?: readonly object[]
}

interface Told extends Clash {
  readonly code: string
  readonly problems: readonly (Clash & {
    readonly index?: number
    readonly field?: string
    readonly fields?: readonly string[]
    readonly code: string
  })[]
  readonly problemCount: number
  readonly complete: boolean
}

/** The whole answer of a success. */
export function success(data: unknown, more: object = {}): { status: number; json: unknown } {
  return { status: 200, json: { status: 0, ...more, data } }
}

/** The whole answer of a refusal: nothing but the members named here. */
export function refusal(
  code: PromisedCode,
  more: { data?: object; errors?: unknown } = {},
): { status: number; json: unknown } {
  const [http, status] = contract[code]
  const data = {
    code,
    title: expect.stringMatching(/^[A-Z][A-Za-z ]+$/),
    message: expect.stringMatching(/^[A-Z].*[.?]$/s),
    requestId: expect.stringMatching(/^[\w.:-]{1,100}$/),
    ...more.data,
  }
  return { status: http, json: { status, data, ...(more.errors === undefined ? {} : { errors: more.errors }) } }
}
