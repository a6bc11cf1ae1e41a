import { describe, expect, it } from 'vitest'
import { toRestartDelay } from './toRestartDelay.ts'

describe('the delay before a dead worker is replaced', () => {
  it('is short after a long life, and doubles with each worker that died at once, up to half a minute', () => {
    expect([0, 1, 2, 3, 8, 9, 1_000].map(toRestartDelay)).toEqual([100, 200, 400, 800, 25_600, 30_000, 30_000])
  })
})
