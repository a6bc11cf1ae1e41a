import { describe, expect, it, vi } from 'vitest'
import { Batcher, type BatcherOptions, type Settlement } from './Batcher.ts'

/** A batcher whose groups end when the test ends them. */
function controlled(options: Partial<BatcherOptions<string, string>> = {}) {
  const groups: { items: string[]; end: (settlements?: Settlement<string>[]) => void; fail: (error: Error) => void }[] =
    []
  const batcher = new Batcher<string, string>({
    keyOf: (item) => item.charAt(0),
    limit: 100,
    run: (items) =>
      new Promise((resolve, reject) => {
        const end = (settlements: Settlement<string>[] = items.map((item) => ({ value: `${item}!` }))) =>
          resolve(settlements)
        groups.push({ items, end, fail: reject })
      }),
    ...options,
  })
  return { batcher, groups, sent: () => groups.map(({ items }) => items) }
}

function isHeldUp(error: unknown): boolean {
  return error instanceof Error && error.message === 'locked'
}

/** Lets pending callbacks run. */
function settle(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0))
}

describe('Batcher', () => {
  it('sends a lone item at once', async () => {
    const { batcher, groups, sent } = controlled()
    const result = batcher.submit('a1')
    await settle()
    expect(sent()).toEqual([['a1']])
    groups[0]?.end()
    expect(await result).toBe('a1!')
  })

  it('sends together what arrives together, and gives each its own result', async () => {
    const { batcher, groups, sent } = controlled()
    const results = Promise.all(['a1', 'a2', 'a3'].map((item) => batcher.submit(item)))
    await settle()
    expect(sent()).toEqual([['a1', 'a2', 'a3']])
    groups[0]?.end()
    expect(await results).toEqual(['a1!', 'a2!', 'a3!'])
  })

  it('never adds an item to a group that was sent: items that wait share the next group', async () => {
    const { batcher, groups, sent } = controlled()
    const first = batcher.submit('a1')
    await settle()
    const later = Promise.all(['a2', 'a3'].map((item) => batcher.submit(item)))
    await settle()
    expect(sent()).toEqual([['a1']])
    groups[0]?.end()
    await first
    await settle()
    expect(sent()).toEqual([['a1'], ['a2', 'a3']])
    groups[1]?.end()
    expect(await later).toEqual(['a2!', 'a3!'])
  })

  it('keeps items of different keys apart, and lets them run at once', async () => {
    const { batcher, groups, sent } = controlled()
    const results = Promise.all(['a1', 'b1', 'a2'].map((item) => batcher.submit(item)))
    await settle()
    expect(sent()).toEqual([['a1', 'a2'], ['b1']])
    for (const group of groups) group.end()
    expect(await results).toEqual(['a1!', 'b1!', 'a2!'])
  })

  it('sends no more items together than the limit, in order of arrival', async () => {
    const { batcher, groups, sent } = controlled({ limit: 2 })
    const results = Promise.all(['a1', 'a2', 'a3', 'a4', 'a5'].map((item) => batcher.submit(item)))
    for (let group = 0; group < 3; group++) {
      await settle()
      groups[group]?.end()
    }
    expect(await results).toHaveLength(5)
    expect(sent()).toEqual([['a1', 'a2'], ['a3', 'a4'], ['a5']])
  })

  it('keeps items that clash out of one group, in their order', async () => {
    const { batcher, groups, sent } = controlled({ clashOf: (item) => item.charAt(1) })
    const results = Promise.all(['a1x', 'a2x', 'a1y', 'a1z', 'a3x'].map((item) => batcher.submit(item)))
    for (let group = 0; group < 3; group++) {
      await settle()
      groups[group]?.end()
    }
    expect(await results).toEqual(['a1x!', 'a2x!', 'a1y!', 'a1z!', 'a3x!'])
    expect(sent()).toEqual([['a1x', 'a2x', 'a3x'], ['a1y'], ['a1z']])
  })

  it('fails each item with its own error, and goes on', async () => {
    const { batcher, groups } = controlled()
    const results = Promise.allSettled(['a1', 'a2'].map((item) => batcher.submit(item)))
    await settle()
    groups[0]?.end([{ error: new Error('refused') }, { value: 'fine' }])
    expect(await results).toEqual([
      { status: 'rejected', reason: new Error('refused') },
      { status: 'fulfilled', value: 'fine' },
    ])
    const next = batcher.submit('a3')
    await settle()
    groups[1]?.end()
    expect(await next).toBe('a3!')
  })

  it('fails all items of a group that failed as a whole, and a result that is missing', async () => {
    const { batcher, groups } = controlled()
    const failing = Promise.allSettled(['a1', 'a2'].map((item) => batcher.submit(item)))
    await settle()
    groups[0]?.fail(new Error('away'))
    expect((await failing).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    const short = Promise.allSettled(['a3', 'a4'].map((item) => batcher.submit(item)))
    await settle()
    groups[1]?.end([{ value: 'one' }])
    expect((await short).map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  })

  it('starts the next group in parallel with a late one, but items that clash with it wait', async () => {
    const { batcher, groups, sent } = controlled({ clashOf: (item) => item.slice(0, 2), patience: 500 })
    const stuck = batcher.submit('a1x')
    await settle()
    const others = Promise.all(['a1y', 'a2x'].map((item) => batcher.submit(item)))
    await settle()
    expect(sent()).toEqual([['a1x']])
    await vi.waitFor(() => expect(sent()).toEqual([['a1x'], ['a2x']]), { timeout: 20_000 })
    groups[1]?.end()
    await settle()
    const next = batcher.submit('a3x')
    await settle()
    expect(sent()).toEqual([['a1x'], ['a2x'], ['a3x']])
    groups[0]?.end()
    groups[2]?.end()
    expect([await stuck, await next]).toEqual(['a1x!', 'a3x!'])
    await settle()
    expect(sent().at(-1)).toEqual(['a1y'])
    groups[3]?.end()
    expect(await others).toEqual(['a1y!', 'a2x!'])
  })

  it('keeps items out of groups that would wait for the same as a late one', async () => {
    const { batcher, groups, sent } = controlled({ locksOf: (item) => [item.slice(1, 2)], patience: 200 })
    const stuck = Promise.all(['a1x', 'a1y'].map((item) => batcher.submit(item)))
    await settle()
    expect(sent()).toEqual([['a1x', 'a1y']])
    const others = Promise.all(['a1z', 'a2x', 'a2y'].map((item) => batcher.submit(item)))
    await vi.waitFor(
      () =>
        expect(sent()).toEqual([
          ['a1x', 'a1y'],
          ['a2x', 'a2y'],
        ]),
      { timeout: 20_000 },
    )
    groups[1]?.end()
    await settle()
    expect(sent()).toHaveLength(2)
    groups[0]?.end()
    expect(await stuck).toEqual(['a1x!', 'a1y!'])
    await settle()
    expect(sent().at(-1)).toEqual(['a1z'])
    groups[2]?.end()
    expect(await others).toEqual(['a1z!', 'a2x!', 'a2y!'])
  })

  it('sends items alone that wait for what a whole group failed to get', async () => {
    const { batcher, groups, sent } = controlled({ locksOf: (item) => [item.slice(1, 2)], patience: 20, isHeldUp })
    const first = Promise.allSettled(['a1x', 'a1y'].map((item) => batcher.submit(item)))
    await settle()
    const other = batcher.submit('a9x')
    await vi.waitFor(() => expect(sent()).toHaveLength(2))
    groups[0]?.end([{ error: new Error('locked') }, { error: new Error('locked') }])
    groups[1]?.end()
    await Promise.all([first, other])
    const second = Promise.all(['a1z', 'a2z', 'a1w'].map((item) => batcher.submit(item)))
    await settle()
    expect(sent().slice(2)).toEqual([['a2z'], ['a1z']])
    for (const group of groups.slice(2)) group.end()
    await settle()
    expect(sent().at(-1)).toEqual(['a1w'])
    groups.at(-1)?.end()
    await second
  })

  it('has at most four groups of a key in progress', async () => {
    const { batcher, groups, sent } = controlled({ patience: 1, limit: 1 })
    const results = Promise.all(['a1', 'a2', 'a3', 'a4', 'a5', 'a6'].map((item) => batcher.submit(item)))
    await vi.waitFor(() => expect(sent()).toHaveLength(4))
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(sent()).toHaveLength(4)
    for (let group = 0; group < 6; group++) {
      groups[group]?.end()
      await settle()
    }
    expect(await results).toHaveLength(6)
  })

  it('sends items that failed late alone for a while', async () => {
    const { batcher, groups, sent } = controlled({
      clashOf: (item) => item.slice(0, 2),
      patience: 50,
      aloneFor: 300,
      isHeldUp,
    })
    const first = Promise.allSettled(['a1x', 'a2x'].map((item) => batcher.submit(item)))
    await settle()
    const other = batcher.submit('a9x')
    await vi.waitFor(() => expect(sent()).toHaveLength(2))
    groups[0]?.end([{ error: new Error('locked') }, { value: 'fine' }])
    groups[1]?.end()
    await Promise.all([first, other])
    const second = Promise.all(['a1y', 'a2y', 'a3y'].map((item) => batcher.submit(item)))
    await settle()
    expect(sent().slice(2)).toEqual([['a2y', 'a3y'], ['a1y']])
    for (const group of groups.slice(2)) group.end()
    await second
    await new Promise((resolve) => setTimeout(resolve, 320))
    const third = Promise.all(['a1z', 'a2z'].map((item) => batcher.submit(item)))
    await settle()
    expect(sent().at(-1)).toEqual(['a1z', 'a2z'])
    groups.at(-1)?.end()
    await third
  })

  it.each([
    ['failed for another reason', [{ error: new Error('away') }, { value: 'fine' }]],
    ['failed with all others', [{ error: new Error('locked') }, { error: new Error('locked') }]],
  ])('sends items together that %s', async (_, settlements) => {
    const { batcher, groups, sent } = controlled({ clashOf: (item) => item.slice(0, 2), patience: 20, isHeldUp })
    const first = Promise.allSettled(['a1x', 'a2x'].map((item) => batcher.submit(item)))
    await settle()
    const other = batcher.submit('a9x')
    await vi.waitFor(() => expect(sent()).toHaveLength(2))
    groups[0]?.end(settlements)
    groups[1]?.end()
    await Promise.all([first, other])
    const second = Promise.all(['a1y', 'a2y'].map((item) => batcher.submit(item)))
    await settle()
    expect(sent().at(-1)).toEqual(['a1y', 'a2y'])
    groups.at(-1)?.end()
    await second
  })
})
