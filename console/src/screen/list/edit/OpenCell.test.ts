import { describe, expect, it } from 'vitest'
import type { FieldMeta } from '../../../meta/ModelMeta.ts'
import { type CellEdit, OpenCell } from './OpenCell.ts'

const field: FieldMeta = { name: 'email', type: 'text', label: 'E-mail' }
const cellOf = (row: number): CellEdit => ({
  row,
  column: 'email',
  field,
  base: { id: row, version: 0, email: null },
  input: '',
})

/** A cell of row 1 that is being saved. */
function sending() {
  const cell = new OpenCell()
  cell.open(cellOf(1))
  const sent = cell.send('typed')
  if (!sent) throw new Error('The cell was not open.')
  return { cell, sent }
}

describe('the open cell of a list', () => {
  it('is closed by the answer to its save, or stays open with what is wrong', () => {
    const { cell, sent } = sending()
    expect(cell.fail(sent, { ...sent.edit, fault: 'is taken' })).toBe(true)
    expect(cell.edit()).toMatchObject({ row: 1, input: 'typed', fault: 'is taken' })
    const again = cell.send('other')
    expect(again && cell.settle(again)).toBe(true)
    expect(cell.edit()).toBeUndefined()
  })

  it.each(['settle', 'fail'] as const)('stays as it is when the answer to another one comes late (%s)', (does) => {
    const { cell, sent } = sending()
    const next = cellOf(2)
    cell.open(next)
    expect(does === 'settle' ? cell.settle(sent) : cell.fail(sent, { ...sent.edit, fault: 'is taken' })).toBe(false)
    expect(cell.edit()).toBe(next)
  })

  it('is not the same one when it is opened again', () => {
    const { cell, sent } = sending()
    cell.close()
    expect(cell.settle(sent)).toBe(false)
    cell.open(cellOf(1))
    expect(cell.settle(sent)).toBe(false)
    expect(cell.edit()).toMatchObject({ row: 1, input: '' })
  })

  it('is sent once while its answer is awaited, whatever is sent of others', () => {
    const { cell } = sending()
    expect(cell.send('typed')).toBeUndefined()
    cell.open(cellOf(2))
    expect(cell.send('two')).toMatchObject({ edit: { row: 2, input: 'two' } })
  })

  it('is reported by the next one if it was left with a fault, and never opened twice', () => {
    const { cell, sent } = sending()
    cell.fail(sent, { ...sent.edit, fault: 'is taken' })
    expect(cell.open(cellOf(1))).toBeUndefined()
    expect(cell.edit()).toMatchObject({ fault: 'is taken' })
    expect(cell.open(cellOf(2))).toMatchObject({ row: 1, input: 'typed' })
    expect(cell.open(cellOf(3))).toBeUndefined()
  })

  it('has no fault any more while it is saved again', () => {
    const { cell, sent } = sending()
    cell.fail(sent, { ...sent.edit, fault: 'is taken', way: 'Try again.' })
    cell.send('other')
    expect(cell.edit()).toEqual({ ...cellOf(1), input: 'other' })
    expect(cell.open(cellOf(2))).toBeUndefined()
  })

  it('tells of every change', () => {
    const cell = new OpenCell()
    let changes = 0
    const end = cell.subscribe(() => (changes += 1))
    cell.open(cellOf(1))
    cell.close()
    end()
    cell.open(cellOf(2))
    expect(changes).toBe(2)
  })
})
