import { expect, it } from 'vitest'
import { Turns } from './Turns.ts'

it('does the work of a user one after the other, also after a failure, and that of others at once', async () => {
  const turns = new Turns()
  const begun: string[] = []
  const ends = new Map<string, PromiseWithResolvers<void>>()
  const start = (user: number | null, name: string) => {
    const end = Promise.withResolvers<void>()
    ends.set(name, end)
    return turns.run(user, () => {
      begun.push(name)
      return end.promise
    })
  }
  const [a, b, c] = [start(1, 'a'), start(1, 'b'), start(1, 'c')]
  void start(2, 'other')
  void start(null, 'service')
  void start(null, 'service too')
  expect(begun).toEqual(['a', 'other', 'service', 'service too'])
  ends.get('a')?.reject(new Error('failed'))
  await expect(a).rejects.toThrow('failed')
  await expect.poll(() => begun.at(-1)).toBe('b')
  ends.get('b')?.resolve()
  await b
  await expect.poll(() => begun.at(-1)).toBe('c')
  ends.get('c')?.resolve()
  await c
})
