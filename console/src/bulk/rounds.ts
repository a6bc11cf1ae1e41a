import type { Json } from '../meta/ModelMeta.ts'
import type { BulkOperation, RecordName, Target, Values } from './Target.ts'

/** How much one call may have. */
export interface Limits {
  readonly maxBulk: number
  readonly maxLimit: number
  readonly bodyLimit: number
}

/** How many records go into one call: as many as the service takes, and as fit into a body. */
export function roundSize(operation: BulkOperation, { maxBulk, maxLimit, bodyLimit }: Limits): number {
  const all: readonly Values[] =
    operation.is === 'each' ? [...operation.values.values()] : [operation.is === 'change' ? operation.values : {}]
  const sizes = all.map(
    (values) => new TextEncoder().encode(JSON.stringify({ id: 1e15, version: 1e9, ...values })).length + 1,
  )
  const one = sizes.reduce((most, size) => Math.max(most, size), 1)
  return Math.max(1, Math.min(maxBulk, maxLimit, Math.floor((0.9 * bodyLimit) / one)))
}

/** The criteria of a target behind a record, up to another one; without an end, all that follow. */
export function windowOf(where: string, behind: number, upTo: number | undefined): Json {
  const given = where === '' ? [] : [JSON.parse(where) as Json]
  const after = behind > 0 ? [{ fieldName: 'id', operator: '>', value: behind }] : []
  const until = upTo === undefined ? [] : [{ fieldName: 'id', operator: '<=', value: upTo }]
  return { operator: 'and', criteria: [...given, ...after, ...until] }
}

/** The criteria of records by their ids. */
export function named(records: readonly RecordName[]): Json {
  return { fieldName: 'id', operator: 'in', value: records.map(({ id }) => id) }
}

/** Records in parts of a size. */
export function inParts(records: readonly RecordName[], size: number): RecordName[][] {
  return Array.from({ length: Math.ceil(records.length / size) }, (_, n) => records.slice(n * size, (n + 1) * size))
}

/** Whether a target can be written by its criteria: the words of `q` are none. */
export function hasCriteria(target: Target): target is Target & { is: 'matching' } {
  return target.is === 'matching' && target.q === ''
}
