import { describe, expect, it } from 'vitest'
import { Failure } from '../failure/failure.ts'
import { Followers, type StreamSlot } from './Followers.ts'

function follow(followers: Followers, user: number): StreamSlot {
  const slot = followers.enter()
  try {
    slot.assign(user)
  } catch (error) {
    slot.release()
    throw error
  }
  return slot
}

function reasonOf(work: () => unknown): unknown {
  try {
    work()
  } catch (error) {
    return error instanceof Failure ? error.details.reason : error
  }
  return undefined
}

describe('the slots of clients that follow the changes', () => {
  it('a user has all but the last third if nobody else follows, and a third while others do', () => {
    const followers = new Followers(9)
    const first = Array.from({ length: 6 }, () => follow(followers, 1))
    expect(reasonOf(() => follow(followers, 1))).toBe('streamShare')
    const second = follow(followers, 2)
    for (const slot of first.slice(3)) slot.release()
    expect(reasonOf(() => follow(followers, 1))).toBe('streamShare')
    first[0]?.release()
    follow(followers, 1)
    second.release()
    follow(followers, 1)
  })

  it('there are no more than the maximum, whoever asks; what was left is free, once', () => {
    const followers = new Followers(3)
    const [one] = [1, 2, 3].map((user) => follow(followers, user))
    expect(reasonOf(() => followers.enter())).toBe('streams')
    one?.release()
    one?.release()
    follow(followers, 1)
    expect(reasonOf(() => followers.enter())).toBe('streams')
  })
})
