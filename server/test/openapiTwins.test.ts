import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { canary, changeHidden, fillWorld, Interaction, type Person } from './harness/hiddenWorld.ts'
import { TwinDatabases, withoutMoments } from './harness/TwinDatabases.ts'

const path = '/ws/openapi.json'
let pair: TwinDatabases
let people: Person[]

beforeAll(async () => {
  pair = await TwinDatabases.start(async (side) => {
    people = await fillWorld(side)
  }, changeHidden)
}, 120_000)

afterAll(() => pair.stop())

function documents({ byKey, key, token }: Person, query = '') {
  const by = byKey ? { cookie: null, headers: { authorization: `Bearer ${key}` } } : { cookie: `session=${token}` }
  return pair.exchange('GET', `${path}${query}`, by)
}

describe('the documents of two services that differ in what their callers may not see', () => {
  it('are equal to the byte, with equal ETags, for everybody', async () => {
    const lengths = new Set<number>()
    for (const person of people) {
      const [left, right] = await documents(person)
      expect([left.status, right.status]).toEqual([200, 200])
      expect(right.text).toBe(left.text)
      expect(right.headers.etag).toBe(left.headers.etag)
      expect(left.text).not.toContain(canary)
      lengths.add(left.text.length)
    }
    // They are not all the same document.
    expect(lengths.size).toBeGreaterThan(3)
  })

  it('are refused in the same words if they name a hidden model or none', async () => {
    for (const person of people)
      for (const name of [Interaction, 'com.example.contacts.Nowhere']) {
        const [left, right] = await documents(person, `?models=${name}`)
        expect(left.status).toBe(404)
        expect(withoutMoments(right)).toBe(withoutMoments(left))
        expect(left.text).not.toContain(Interaction)
      }
  })
})
