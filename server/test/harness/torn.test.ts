import { describe, expect, it } from 'vitest'
import type { Operation } from './History.ts'
import { findTorn, type Together } from './torn.ts'

function list(versions: Record<number, number>): Operation {
  const records = new Map(Object.entries(versions).map(([id, version]) => [Number(id), { version, value: 'x' }]))
  return { client: 0, start: 1, end: 2, answer: { said: 'listed', total: records.size, records } }
}

const update = (id: number, version: number) => ({ id, kind: 'update', version }) as const
const remove = (id: number) => ({ id, kind: 'delete', version: Infinity }) as const
const create = (id: number) => ({ id, kind: 'create', version: 0 }) as const

describe('lists of what was written together', () => {
  it.each<[string, Together, Record<number, number>, number]>([
    ['before the call', [update(1, 3), update(2, 5)], { 1: 2, 2: 4 }, 0],
    ['after it', [update(1, 3), update(2, 5)], { 1: 3, 2: 7 }, 0],
    ['in the middle of two updates', [update(1, 3), update(2, 5)], { 1: 3, 2: 4 }, 1],
    ['in the middle of update and create', [update(1, 3), create(2)], { 1: 3 }, 1],
    ['in the middle of two deletes', [remove(1), remove(2)], { 2: 4 }, 1],
    ['after two deletes', [remove(1), remove(2)], {}, 0],
    ['of a record that is gone meanwhile', [update(1, 3), update(9, 5)], { 1: 3 }, 0],
  ])('%s', (_, call, listed, torn) => {
    const gone: Operation = {
      client: 0,
      start: 5,
      end: 6,
      write: { kind: 'delete', id: 9, version: 5 },
      answer: { said: 'done', id: 9 },
    }
    expect(findTorn([list(listed), gone], [call])).toHaveLength(torn)
  })
})
