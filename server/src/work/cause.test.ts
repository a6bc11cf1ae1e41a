import { describe, expect, it } from 'vitest'
import { causeOf, isOwn, isSameCause, toJobRequest, toReactionRequest } from './cause.ts'

describe('the cause of a write', () => {
  it('is carried on by reactions, and by the jobs that they send', () => {
    const first = toReactionRequest('com.example.greet', { chain: [] })
    expect(first).toBe('reaction:1:com.example.greet')
    const second = toReactionRequest('com.example.tag', causeOf({ requestId: first, by: null }))
    expect(second).toBe('reaction:2:com.example.greet,com.example.tag')
    const cause = causeOf({ requestId: second, by: null })
    expect(cause).toEqual({ chain: ['com.example.greet', 'com.example.tag'] })
    const ofJob = toJobRequest({ id: 7, name: 'com.example.send' }, cause)
    expect(ofJob).toBe('job:7:2:com.example.greet,com.example.tag:com.example.send')
    expect(causeOf({ requestId: ofJob, by: null })).toEqual(cause)
  })

  it('is none for a job that a person sent, and for a client that pretends to be a reaction', () => {
    expect(causeOf({ requestId: toJobRequest({ id: 7, name: 'com.example.send' }, { chain: [] }), by: null })).toEqual({
      chain: [],
    })
    const pretended = { requestId: 'reaction:1:com.example.greet', by: { id: 5, username: 'eve' } }
    expect(causeOf(pretended)).toEqual({ chain: [] })
    expect(isOwn('com.example.greet', pretended.requestId, causeOf(pretended))).toBe(false)
  })

  it('tells the writes of a reaction itself from those of the job that it sent', () => {
    const own = toReactionRequest('com.example.greet', { chain: [] })
    const cause = causeOf({ requestId: own, by: null })
    expect(isOwn('com.example.greet', own, cause)).toBe(true)
    expect(isOwn('com.example.tag', own, cause)).toBe(false)
    const ofJob = toJobRequest({ id: 7, name: 'com.example.send' }, cause)
    expect(isOwn('com.example.greet', ofJob, causeOf({ requestId: ofJob, by: null }))).toBe(false)
  })

  it('is compared by all of its names', () => {
    expect(isSameCause({ chain: ['a'] }, { chain: ['a'] })).toBe(true)
    expect(isSameCause({ chain: ['a'] }, { chain: ['a', 'a'] })).toBe(false)
  })
})
