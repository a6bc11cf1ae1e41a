import { describe, expect, it } from 'vitest'
import { Failure, unavailable, withOutcome } from './failure.ts'

const what = 'The database cannot be reached at the moment.'

describe('unavailable', () => {
  it.each([
    [undefined, `${what} Send the request again.`],
    ['not-applied', `${what} Nothing was written: send the request again.`],
    ['unknown', `${what} Whether the change was written is not known: read the record before you send it again.`],
  ] as const)('advises by the outcome %s', (outcome, message) => {
    const failure = unavailable(what, outcome ? { outcome } : {})
    expect(failure.message).toBe(message)
    expect(failure.details.data?.['outcome']).toBe(outcome)
    expect(failure.details.retryAfter).toBe(1)
  })
})

describe('withOutcome', () => {
  it('adds the outcome of a write, and the advice for it', () => {
    const cause = new Error('gone')
    const changed = withOutcome(unavailable(what, { cause, reason: 'away', data: { more: 1 } }), 'not-applied')
    expect(changed.message).toBe(`${what} Nothing was written: send the request again.`)
    expect(changed.details).toMatchObject({ cause, reason: 'away', data: { more: 1, outcome: 'not-applied' } })
  })

  it('changes neither a known outcome nor another failure', () => {
    const doubtful = unavailable(what, { outcome: 'unknown' })
    const conflict = new Failure('version-conflict', 'The version is old.')
    expect(withOutcome(doubtful, 'not-applied')).toBe(doubtful)
    expect(withOutcome(conflict, 'not-applied')).toBe(conflict)
  })
})
