import { expect, it } from 'vitest'
import type { Change, FeedEvent } from '../service/FeedEvent.ts'
import { Follower } from './Follower.ts'

const contact: Change = { model: 'Contact', id: 1, version: 2, operation: 'update' }

/** A follower whose streams give these events one after the other; the last stream stays open. */
async function follow(...streams: (readonly FeedEvent[] | Error)[]) {
  const seen: string[] = []
  let models = ['Contact', 'Company', 'Contact']
  let finish = () => undefined as void
  const isOver = new Promise<void>((resolve) => {
    finish = resolve
  })
  const follower = new Follower({
    wanted: () => models,
    beginning: () => 'read',
    async *follow(names, after, signal) {
      seen.push(`follow ${names.join()} after ${after}`)
      const events = streams.shift()
      if (events instanceof Error) throw events
      yield* events ?? []
      if (streams.length > 0) return
      finish()
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
    },
    pause: async (milliseconds) => {
      seen.push(`wait ${milliseconds}`)
    },
    onChange: ({ model, id }) => seen.push(`change ${model} ${id}`),
    onReset: () => seen.push('reset'),
    onEnd: () => seen.push('end'),
    onClosed: () => seen.push('closed'),
    onLive: (isLive) => seen.push(isLive ? 'live' : 'asking'),
  })
  follower.look()
  await isOver
  const look = (next: string[]) => {
    models = next
    follower.look()
  }
  return { seen, look, stop: () => follower.stop() }
}

it('begins where the first answer was read, and goes on behind the last change', async () => {
  const { seen, stop } = await follow(
    [{ is: 'open' }, { is: 'change', change: contact, after: 'a' }, { is: 'open', after: 'b' }],
    [],
  )
  expect(seen).toEqual([
    'follow Company,Contact after read',
    'live',
    'change Contact 1',
    'live',
    'closed',
    'asking',
    'wait 2000',
    'follow Company,Contact after b',
  ])
  stop()
})

it('tells a stream that the service has closed from one that was lost, refused or ended with the session', async () => {
  const { seen, stop } = await follow(new Error('lost'), [{ is: 'end' }], [], [{ is: 'open' }])
  expect(seen).not.toContain('closed')
  stop()
})

it('waits longer and longer while it is refused, at most a minute', async () => {
  const refused = new Error('503')
  const { seen, stop } = await follow(...Array.from({ length: 7 }, () => refused), [{ is: 'open' }])
  const waits = seen.filter((line) => line.startsWith('wait'))
  expect(waits).toEqual([2, 4, 8, 16, 32, 60, 60].map((seconds) => `wait ${seconds}000`))
  expect(seen.at(-1)).toBe('live')
  stop()
})

it('has everything read again after other rights, and where the feed can not go on', async () => {
  const { seen, stop } = await follow([{ is: 'open' }, { is: 'reset' }], [{ is: 'gone', after: 'now' }], [])
  expect(seen.filter((line) => !/^(wait|asking|live|closed)/.test(line))).toEqual([
    'follow Company,Contact after read',
    'reset',
    'follow Company,Contact after read',
    'reset',
    'follow Company,Contact after now',
  ])
  stop()
})

it('has one stream at most: another screen takes its place, and nobody is told of it', async () => {
  const { seen, look, stop } = await follow([{ is: 'open', after: 'a' }])
  seen.length = 0
  look(['Company', 'Contact'])
  expect(seen).toEqual([])
  look([])
  expect(seen).toEqual(['asking'])
  look(['Company'])
  expect(seen).toEqual(['asking', 'follow Company after a'])
  stop()
})
