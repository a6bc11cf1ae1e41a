import { describe, expect, it } from 'vitest'
import { Failure, unavailable, withDetails, withOutcome } from './failure.ts'

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
    const changed = withOutcome(unavailable(what, { cause, reason: 'away', data: { index: 1 } }), 'not-applied')
    expect(changed.message).toBe(`${what} Nothing was written: send the request again.`)
    expect(changed.details).toMatchObject({ cause, reason: 'away', data: { index: 1, outcome: 'not-applied' } })
  })

  it('changes neither a known outcome nor another failure', () => {
    const doubtful = unavailable(what, { outcome: 'unknown' })
    const conflict = new Failure('version-conflict', 'The version is old.', { data: { current: null } })
    expect(withOutcome(doubtful, 'not-applied')).toBe(doubtful)
    expect(withOutcome(conflict, 'not-applied')).toBe(conflict)
  })
})

describe('withDetails', () => {
  it('keeps the code and what the failure has', () => {
    const conflict = new Failure('version-conflict', 'The version is old.', { data: { current: null }, reason: 'late' })
    const placed = withDetails(conflict, { data: { place: '1', index: 1 } })
    expect(placed).toMatchObject({ code: 'version-conflict', message: 'The version is old.' })
    expect(placed.details).toEqual({ data: { current: null, place: '1', index: 1 }, reason: 'late' })
  })
})

describe('what the table of codes demands', () => {
  it('is checked by the compiler', () => {
    const failures = [
      new Failure('not-unique', 'Taken.', { errors: {} }),
      new Failure('not-unique', 'Taken.', { data: { fields: ['order', 'product'], index: 1 }, errors: {} }),
      new Failure('invalid-record', 'Wrong.', { errors: {}, data: { checks: {} } }),
      new Failure('unavailable', 'Away.', { retryAfter: 1, reason: 'away' }),
      // @ts-expect-error A conflict has the current record.
      new Failure('version-conflict', 'Old.'),
      // @ts-expect-error A conflict has the current record.
      new Failure('version-conflict', 'Old.', { data: { base: null } }),
      // @ts-expect-error The referrers are a list of names.
      new Failure('still-referenced', 'Needed.', { data: { referrers: 'Contact.company' } }),
      // @ts-expect-error There is no such outcome.
      new Failure('unavailable', 'Away.', { retryAfter: 1, data: { outcome: 'applied' } }),
      // @ts-expect-error The code brings no such member.
      new Failure('not-unique', 'Taken.', { data: { name: 'email' }, errors: {} }),
      // @ts-expect-error The code brings no members of its own.
      new Failure('unknown-path', 'Nothing.', { data: { path: '/' } }),
      // @ts-expect-error The errors by field are required.
      new Failure('invalid-record', 'Wrong.'),
      // @ts-expect-error Only `invalid-record` has errors by field.
      new Failure('id-mismatch', 'Two.', { errors: {} }),
      // @ts-expect-error The client must learn when to send it again.
      new Failure('key-in-use', 'Wait.'),
      // @ts-expect-error There is nothing to wait for.
      new Failure('key-reused', 'Other.', { retryAfter: 1 }),
      // @ts-expect-error The methods of the path are required.
      new Failure('method-not-allowed', 'Not so.'),
    ]
    expect(new Set(failures.map(({ code }) => code)).size).toBe(10)
  })
})
