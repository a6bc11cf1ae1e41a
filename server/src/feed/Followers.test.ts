import { describe, expect, it } from 'vitest'
import { Failure } from '../failure/failure.ts'
import { Followers, type FollowerPlace } from './Followers.ts'

function follow(followers: Followers, user: number): FollowerPlace {
  const place = followers.enter()
  try {
    place.claim(user)
  } catch (error) {
    place.leave()
    throw error
  }
  return place
}

function reasonOf(work: () => unknown): unknown {
  try {
    work()
  } catch (error) {
    return error instanceof Failure ? error.details.reason : error
  }
  return undefined
}

describe('the places of those who follow the changes', () => {
  it('a user has all but the last third if nobody else follows, and a third while others do', () => {
    const followers = new Followers(9)
    const first = Array.from({ length: 6 }, () => follow(followers, 1))
    expect(reasonOf(() => follow(followers, 1))).toBe('streamShare')
    const second = follow(followers, 2)
    for (const place of first.slice(3)) place.leave()
    expect(reasonOf(() => follow(followers, 1))).toBe('streamShare')
    first[0]?.leave()
    follow(followers, 1)
    second.leave()
    follow(followers, 1)
  })

  it('there are no more than the maximum, whoever asks; what was left is free, once', () => {
    const followers = new Followers(3)
    const [one] = [1, 2, 3].map((user) => follow(followers, user))
    expect(reasonOf(() => followers.enter())).toBe('streams')
    one?.leave()
    one?.leave()
    follow(followers, 1)
    expect(reasonOf(() => followers.enter())).toBe('streams')
  })
})
