import { describe, expect, it } from 'vitest'
import { decide } from './decide.ts'
import { ConflictError, type ConflictMembers } from './errors.ts'

/** A conflict over email; phone is mergeable. */
function conflict(members: Partial<ConflictMembers> = {}): ConflictError {
  const current = { id: 1, version: 4 }
  const clash = { field: 'email', base: 'a', current: 'b', yours: 'c', by: null, on: '2026-11-16T00:00:00.000Z' }
  const told = { current, conflicts: [clash], mergeable: ['phone'], ...members }
  const data = { code: 'version-conflict', title: 'Version conflict', message: 'It has changed.', ...told } as const
  return new ConflictError({ data, status: 409 })
}

const change = { id: 1, version: 3, email: 'c', phone: '1', notes: 'as it was' }

describe('what is sent after a conflict', () => {
  it('are your fields that nobody else changed, and what was decided', () => {
    expect(decide(conflict(), change, { email: 'theirs' })).toEqual({ phone: '1' })
    expect(decide(conflict(), change, { email: 'yours' })).toEqual({ email: 'c', phone: '1' })
    expect(decide(conflict(), change, { email: { value: null } })).toEqual({ email: null, phone: '1' })
    expect(decide(conflict(), change, { email: 'theirs', phone: 'theirs' })).toEqual({})
  })

  it('are increments as they were, and secrets, which the conflict does not show', () => {
    const sent = { stock: { increment: -2 }, password: 'new' }
    const clash = { field: 'password', secret: true, by: null, on: '' } as const
    const error = conflict({ conflicts: [clash], mergeable: ['stock'] })
    expect(decide(error, sent, { password: 'yours' })).toEqual(sent)
  })

  it('is nothing while a field is undecided; without a base all are', () => {
    expect(() => decide(conflict(), change, {})).toThrow("Decide about email: 'theirs', 'yours' or { value }.")
    const { data } = conflict()
    const { conflicts: _, mergeable: __, ...told } = data
    const blind = new ConflictError({ data: told })
    expect(() => decide(blind, change, { email: 'yours' })).toThrow('Decide about phone, notes:')
    expect(decide(blind, change, { email: 'yours', phone: 'theirs', notes: 'theirs' })).toEqual({ email: 'c' })
  })

  it('is refused for a deleted record, for members, and for fields that were not sent', () => {
    expect(() => decide(conflict({ current: null }), change, { email: 'yours' })).toThrow('was deleted')
    const members = [{ place: 'lines.0', model: 'x.Line', id: 1, version: 2, conflicts: [] }]
    expect(() => decide(conflict({ members }), change, { email: 'yours' })).toThrow('Members clash (lines.0)')
    expect(() => decide(conflict(), change, { email: 'yours', emial: 'yours' })).toThrow('emial is no field')
  })
})
