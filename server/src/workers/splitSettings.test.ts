import { describe, expect, it } from 'vitest'
import { parseSettings } from '../settings/parseSettings.ts'
import { splitSettings } from './splitSettings.ts'

const given = { env: { DATABASE_URL: 'postgres://127.0.0.1/records' }, flags: {} }

const sharesOf = (poolSize: string, of: number) => {
  const settings = parseSettings('serve', { ...given, flags: { poolSize } })
  return Array.from({ length: of }, (_, index) => splitSettings(settings, { number: index + 1, of }))
}

describe('the settings of one worker', () => {
  it('add up to the values of the operator, split as evenly as possible', () => {
    expect(sharesOf('10', 2).map(({ poolSize }) => poolSize)).toEqual([5, 5])
    expect(sharesOf('10', 4).map(({ poolSize }) => poolSize)).toEqual([3, 3, 2, 2])
    expect(sharesOf('10', 4).map(({ maxRequests }) => maxRequests)).toEqual([250, 250, 250, 250])
  })

  it('give every worker at least one connection', () => {
    expect(sharesOf('2', 4).map(({ poolSize }) => poolSize)).toEqual([1, 1, 1, 1])
  })

  it('let all workers together fold as often as one would', () => {
    expect(sharesOf('10', 4).map(({ foldInterval }) => foldInterval)).toEqual([2_000, 2_000, 2_000, 2_000])
  })

  it('are otherwise the same', () => {
    const [{ poolSize: _, maxRequests: __, foldInterval: ___, ...share } = parseSettings('serve', given)] = sharesOf(
      '10',
      3,
    )
    expect(parseSettings('serve', given)).toMatchObject(share)
  })
})
