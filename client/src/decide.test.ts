import { describe, expect, it } from 'vitest'
import { type Decisions, decide } from './decide.ts'
import { ConflictError, type ConflictMembers, type FailureData } from './errors.ts'

/** A conflict over email; phone is mergeable. */
function conflict(members: Partial<ConflictMembers & Pick<FailureData, 'place'>> = {}): ConflictError {
  const current = { id: 1, version: 4 }
  const clash = { field: 'email', base: 'a', current: 'b', yours: 'c', by: null, on: '2026-11-16T00:00:00.000Z' }
  const told = { current, conflicts: [clash], mergeable: ['phone'], ...members }
  const data = { code: 'version-conflict', title: 'Version conflict', message: 'It has changed.', ...told } as const
  return new ConflictError({ data, status: 409 })
}

/** What would be sent to the record with the id 1. */
function choose(error: ConflictError, change: object, decisions: Decisions): unknown {
  return decide(1, error, { ...change }, decisions).chosen
}

const change = { id: 1, version: 3, email: 'c', phone: '1', notes: 'as it was' }

describe('what is sent after a conflict', () => {
  it('are your fields that nobody else changed, and what was decided', () => {
    expect(choose(conflict(), change, { email: 'theirs' })).toEqual({ phone: '1' })
    expect(choose(conflict(), change, { email: 'yours' })).toEqual({ email: 'c', phone: '1' })
    expect(choose(conflict(), change, { email: { value: null } })).toEqual({ email: null, phone: '1' })
    expect(choose(conflict(), change, { email: 'theirs', phone: 'theirs' })).toEqual({})
  })

  it('are increments as they were, and secrets, which the conflict does not show', () => {
    const sent = { stock: { increment: -2 }, password: 'new' }
    const clash = { field: 'password', secret: true, by: null, on: '' } as const
    const error = conflict({ conflicts: [clash], mergeable: ['stock'] })
    expect(choose(error, sent, { password: 'yours' })).toEqual(sent)
  })

  it('are sets as what you added and removed, if others changed them too; other lists are values', () => {
    const sent = { email: 'c', tags: ['new', 'kept'], extra: [1, 2] }
    const base = { id: 1, version: 3, tags: ['old', 'kept'], extra: [1] }
    const current = { id: 1, version: 4, tags: ['old', 'kept', 'theirs'], extra: [1] }
    const error = conflict({ base, current, yours: sent, mergeable: ['tags', 'extra'] })
    const tags = { add: ['new'], remove: ['old'] }
    expect(choose(error, sent, { email: 'theirs' })).toEqual({ tags, extra: [1, 2] })
    expect(choose(error, sent, { email: 'theirs', tags: 'yours' })).toEqual({ tags: ['new', 'kept'], extra: [1, 2] })
  })

  it('is nothing while a field is undecided; without a base all are', () => {
    expect(() => choose(conflict(), change, {})).toThrow("Decide about email: 'theirs', 'yours' or { value }.")
    const { data } = conflict()
    const { conflicts: _, mergeable: __, ...told } = data
    const blind = new ConflictError({ data: told })
    expect(() => choose(blind, change, { email: 'yours' })).toThrow('Decide about phone, notes:')
    expect(choose(blind, change, { email: 'yours', phone: 'theirs', notes: 'theirs' })).toEqual({ email: 'c' })
  })

  it('is nothing while a collection or links are undecided: the service does not compare them', () => {
    const yours = { email: 'c', phone: '1', aliases: ['a'] }
    const sent = { ...yours, createdOn: '2026-11-16T00:00:00.000Z', tags: [{ id: 1 }], lines: [] }
    const error = conflict({ yours })
    expect(() => choose(error, sent, { email: 'theirs' })).toThrow('Decide about tags, lines:')
    expect(choose(error, sent, { email: 'theirs', tags: 'yours', lines: 'theirs' })).toEqual({
      phone: '1',
      tags: [{ id: 1 }],
    })
  })

  it('is refused for a deleted record, for members, and for fields that were not sent', () => {
    expect(() => choose(conflict({ current: null }), change, { email: 'yours' })).toThrow('was deleted')
    const members = [{ place: 'lines.0', model: 'x.Line', id: 1, version: 2, conflicts: [] }]
    expect(() => choose(conflict({ members }), change, { email: 'yours' })).toThrow('Members clash (lines.0)')
    expect(() => choose(conflict(), change, { email: 'yours', emial: 'yours' })).toThrow('emial is no field')
  })

  it('is refused if the current record is another one: a member, by its place or by its id', () => {
    const member = { current: { id: 1, version: 5 }, place: 'lines.0' }
    expect(() => choose(conflict(member), change, { email: 'yours' })).toThrow(
      'Members clash (lines.0): read the record again.',
    )
    const other = conflict({ current: { id: 2, version: 5 } })
    expect(() => choose(other, change, { email: 'yours' })).toThrow('Another record clashes: read the record again.')
    const { current } = decide(1, conflict(), { ...change }, { email: 'yours' })
    expect(current).toEqual({ id: 1, version: 4 })
  })
})
