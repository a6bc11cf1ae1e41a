import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { type Gathered, nothingGathered } from '../bulk/gathered.ts'
import { keys } from './keys.ts'
import { countUnsaved } from './useUnsaved.ts'

/** Edits of so many cells of one record. */
function gatheredOf(cells: number): Gathered {
  const edits = Array.from({ length: cells }, (_, n) => [`field${n}`, { value: n, shown: n }] as const)
  return new Map([[1, { base: { id: 1, version: 0 }, edits: Object.fromEntries(edits) }]])
}

describe('what is not saved yet', () => {
  it('are the gathered edits of all models, and nothing else that is remembered', () => {
    const client = new QueryClient()
    expect(countUnsaved(client)).toBe(0)
    client.setQueryData(keys.list('a.B', ''), gatheredOf(7))
    client.setQueryData(keys.gathered('a.B'), gatheredOf(2))
    client.setQueryData(keys.gathered('a.C'), gatheredOf(3))
    expect(countUnsaved(client)).toBe(5)
    client.setQueryData(keys.gathered('a.B'), nothingGathered)
    expect(countUnsaved(client)).toBe(3)
    client.clear()
    expect(countUnsaved(client)).toBe(0)
  })
})
