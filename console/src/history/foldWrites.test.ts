import { describe, expect, it } from 'vitest'
import { foldWrites, madeBy, type Write } from './foldWrites.ts'

const write = (minute: number, user: number, more: Partial<Write> = {}): Write => ({
  model: 'a.Order',
  id: 1,
  version: 60 - minute,
  operation: 'update',
  on: new Date(Date.UTC(2026, 0, 1, 12, 60 - minute)).toISOString(),
  by: { id: user, username: `user${user}` },
  requestId: 'r',
  changes: {},
  ...more,
})
const sizes = (writes: Write[]) => foldWrites(writes, madeBy).map(({ length }) => length)

describe('writes are folded', () => {
  it('by person and ten minutes, from the newest on', () => {
    expect(sizes([write(0, 1), write(3, 1), write(10, 1), write(11, 1), write(12, 2), write(13, 1)])).toEqual([
      3, 1, 1, 1,
    ])
    expect(sizes([])).toEqual([])
  })

  it('but not with what an action wrote, nor with an undo', () => {
    const ship = { through: 'action', name: 'a.ship', changeSet: 1 }
    expect(sizes([write(0, 1), write(1, 1, ship), write(1, 1, ship), write(2, 1)])).toEqual([1, 2, 1])
    expect(sizes([write(0, 1, { through: 'undo' }), write(1, 1)])).toEqual([1, 1])
  })

  it('over what the same person did between, if that is asked for, and never over others', () => {
    const models = ['a.Order', 'a.Line', 'a.Order', 'a.Line']
    const own = models.map((model, minute) => write(minute, 1, { model }))
    const byModel = ({ model }: Write) => model
    expect(foldWrites(own, byModel).map(({ length }) => length)).toEqual([1, 1, 1, 1])
    expect(foldWrites(own, byModel, true).map(({ length }) => length)).toEqual([2, 2])
    expect(foldWrites([...own, write(4, 2), write(5, 1)], byModel, true).map(({ length }) => length)).toEqual([
      2, 2, 1, 1,
    ])
  })
})
