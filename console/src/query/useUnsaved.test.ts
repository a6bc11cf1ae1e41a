import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { type PendingEdits, noPendingEdits } from '../bulk/PendingEdits.ts'
import { keys } from './keys.ts'
import { countUnsaved } from './useUnsaved.ts'

/** Edits of so many cells of one record. */
function pendingOf(cells: number): PendingEdits {
  const edits = Array.from({ length: cells }, (_, n) => [`field${n}`, { value: n, shown: n }] as const)
  return new Map([[1, { base: { id: 1, version: 0 }, edits: Object.fromEntries(edits) }]])
}

describe('what is not saved yet', () => {
  it('are the pending edits of all models, and nothing else that is remembered', () => {
    const client = new QueryClient()
    expect(countUnsaved(client)).toBe(0)
    client.setQueryData(keys.list('a.B', ''), pendingOf(7))
    client.setQueryData(keys.pendingEdits('a.B'), pendingOf(2))
    client.setQueryData(keys.pendingEdits('a.C'), pendingOf(3))
    expect(countUnsaved(client)).toBe(5)
    client.setQueryData(keys.pendingEdits('a.B'), noPendingEdits)
    expect(countUnsaved(client)).toBe(3)
    client.clear()
    expect(countUnsaved(client)).toBe(0)
  })
})
