import { describe, expect, it } from 'vitest'
import { model, reference, text } from '../index.ts'
import { toModel } from '../model/toModel.ts'
import { type JournalEntry, toHistoryEntry } from './historyEntry.ts'

const Safe = toModel(
  model({
    name: 'org.example.Safe',
    title: 'name',
    fields: { name: text(), pin: text({ secret: true }), inside: reference('org.example.Safe') },
  }),
)

const entry: JournalEntry = {
  version: 4,
  operation: 'u',
  on: '2026-01-31T08:30:00.000Z',
  by: { id: 1, username: 'ada', name: null },
  requestId: 'r-1',
  changes: {},
}

describe('an entry of the history', () => {
  it.each([
    ['c', 'create'],
    ['u', 'update'],
    ['d', 'delete'],
    ['r', 'restore'],
  ] as const)('says for %s: %s', (operation, shown) => {
    expect(toHistoryEntry({ ...entry, operation }, Safe)).toEqual({ ...entry, operation: shown })
  })

  it('shows only visible ids of links, and nothing if none of those changed', () => {
    const seen = new Map([['links', new Set([1, 2])]])
    const shown = (before: unknown, after: unknown) =>
      toHistoryEntry({ ...entry, changes: { links: [before, after] } }, Safe, undefined, seen).changes
    expect(shown([1, 7], [1, 2, 8])).toEqual({ links: { from: [1], to: [1, 2] } })
    expect(shown([1, 7], null)).toEqual({ links: { from: [1], to: null } })
    expect(shown([1, 7], [1, 8])).toEqual({})
    expect(shown([7], null)).toEqual({})
  })

  it('shows each change from and to, a reference as it is sent', () => {
    const changes = { name: ['a', null], inside: [null, 7], gone: [1, 2] } as const
    expect(toHistoryEntry({ ...entry, changes }, Safe).changes).toEqual({
      name: { from: 'a', to: null },
      inside: { from: null, to: { id: 7 } },
      gone: { from: 1, to: 2 },
    })
  })

  it('never shows a secret, not even one that became a secret after it was written', () => {
    const changes = { pin: ['1234', '5678'], name: null } as const
    expect(toHistoryEntry({ ...entry, changes }, Safe).changes).toEqual({
      pin: { secret: true },
      name: { secret: true },
    })
  })
})
