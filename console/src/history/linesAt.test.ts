import { describe, expect, it } from 'vitest'
import type { LinesField } from '../meta/lines.ts'
import type { FieldMeta, Json, ModelMeta, RecordJson } from '../meta/ModelMeta.ts'
import type { Write } from './foldWrites.ts'
import { endOf, linesBetween } from './linesAt.ts'

const quantity: FieldMeta = { name: 'quantity', type: 'integer', label: 'Quantity' }
const may = { read: 'all', create: 'all', update: 'all', delete: 'all' } as const
const target: ModelMeta = { name: 'a.Line', label: 'Line', title: 'id', list: [], fields: [quantity], may }
const lines = { target, columns: [quantity], paths: ['quantity'], position: undefined }
const field: LinesField = { name: 'lines', type: 'collection', label: 'Lines', target: 'a.Line', by: 'order', lines }

const write = (
  id: number,
  on: string,
  operation: Write['operation'],
  changes: Record<string, [Json, Json]>,
): Write => ({
  model: 'a.Line',
  id,
  version: 0,
  operation,
  on,
  by: null,
  requestId: '',
  changes: Object.fromEntries(Object.entries(changes).map(([name, [from, to]]) => [name, { from, to }])),
})
const order = (id: number): Json => ({ id })
const recordOf = (...members: readonly Json[]): RecordJson => ({ id: 1, version: 3, lines: members })
const seen = (writes: readonly Write[], current: RecordJson | undefined, from?: string, until?: string) =>
  linesBetween({ field, id: 1, writes, current }, from, until).map(({ id, before, now, columns }) => [
    id,
    before?.['quantity'],
    now?.['quantity'],
    [...columns].join(),
  ])

describe('the lines of a record between two of its versions', () => {
  it('are those of now where nothing was written, also of what no longer has a history', () => {
    const current = recordOf({ id: 5, version: 0, quantity: 2 })
    expect(seen([], current, 'b', undefined)).toEqual([[5, 2, 2, '']])
    expect(seen([write(5, 'c', 'update', { quantity: [1, 2] })], current, 'b')).toEqual([[5, 1, 2, 'quantity']])
  })

  it('are there from the write that made them on, and until the one that took them out', () => {
    const made = write(5, 'b', 'create', { quantity: [null, 2], order: [null, order(1)] })
    const gone = write(5, 'd', 'delete', { quantity: [2, null], order: [order(1), null] })
    expect(seen([gone, made], recordOf(), 'b', 'c')).toEqual([[5, undefined, 2, '']])
    expect(seen([gone, made], recordOf(), 'c')).toEqual([[5, 2, undefined, '']])
    const back = write(5, 'e', 'restore', { quantity: [null, 2], order: [null, order(1)] })
    const current = recordOf({ id: 5, version: 4, quantity: 2 })
    expect(seen([back, gone, made], current, 'e')).toEqual([[5, undefined, 2, '']])
    expect(seen([back], current, 'e')).toEqual([[5, undefined, 2, '']])
  })

  it('leave and come by their reference', () => {
    const left = write(5, 'c', 'update', { order: [order(1), order(2)] })
    expect(seen([left], recordOf(), 'b', 'c')).toHaveLength(1)
    expect(seen([left], recordOf(), 'b')).toEqual([[5, null, undefined, '']])
    const came = write(6, 'c', 'update', { order: [order(2), order(1)] })
    expect(seen([came], recordOf({ id: 6, version: 1, quantity: 3 }), 'b')).toEqual([[6, undefined, 3, '']])
  })

  it('end with the next version, and those of the newest have no end', () => {
    const entries = ['d', 'b', 'a'].map((on, index) => ({ ...write(1, on, 'update', {}), version: 2 - index }))
    expect([endOf(0, entries), endOf(1, entries), endOf(2, entries), endOf(-1, entries)]).toEqual([
      'b',
      'd',
      undefined,
      'a',
    ])
  })
})
