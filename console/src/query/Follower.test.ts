import { expect, it } from 'vitest'
import type { Change, FeedEvent } from '../service/FeedEvent.ts'
import { Follower } from './Follower.ts'

const contact: Change = { model: 'Contact', id: 1, version: 2, operation: 'update' }

/** A follower whose streams give these events one after the other; the last stream stays open. */
async function follow(...streams: (readonly FeedEvent[] | Error)[]) {
  const said: string[] = []
  let models = ['Contact', 'Company', 'Contact']
  let finish = () => undefined as void
  const isOver = new Promise<void>((resolve) => {
    finish = resolve
  })
  const follower = new Follower({
    wanted: () => models,
    beginning: () => 'read',
    async *follow(names, after, signal) {
      said.push(`follow ${names.join()} after ${after}`)
      const events = streams.shift()
      if (events instanceof Error) throw events
      yield* events ?? []
      if (streams.length > 0) return
      finish()
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
    },
    pause: async (milliseconds) => {
      said.push(`wait ${milliseconds}`)
    },
    onChange: ({ model, id }) => said.push(`change ${model} ${id}`),
    onReset: () => said.push('reset'),
    onEnd: () => said.push('end'),
    onClosed: () => said.push('closed'),
    onLive: (isLive) => said.push(isLive ? 'live' : 'asking'),
  })
  follower.look()
  await isOver
  const look = (next: string[]) => {
    models = next
    follower.look()
  }
  return { said, look, stop: () => follower.stop() }
}

it('begins where the first answer was read, and goes on behind the last change', async () => {
  const { said, stop } = await follow(
    [{ is: 'open' }, { is: 'change', change: contact, after: 'a' }, { is: 'open', after: 'b' }],
    [],
  )
  expect(said).toEqual([
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
  const { said, stop } = await follow(new Error('lost'), [{ is: 'end' }], [], [{ is: 'open' }])
  expect(said).not.toContain('closed')
  stop()
})

it('waits longer and longer while it is refused, at most a minute', async () => {
  const refused = new Error('503')
  const { said, stop } = await follow(...Array.from({ length: 7 }, () => refused), [{ is: 'open' }])
  const waits = said.filter((line) => line.startsWith('wait'))
  expect(waits).toEqual([2, 4, 8, 16, 32, 60, 60].map((seconds) => `wait ${seconds}000`))
  expect(said.at(-1)).toBe('live')
  stop()
})

it('has everything read again after other rights, and where the feed can not go on', async () => {
  const { said, stop } = await follow([{ is: 'open' }, { is: 'reset' }], [{ is: 'gone', after: 'now' }], [])
  expect(said.filter((line) => !/^(wait|asking|live|closed)/.test(line))).toEqual([
    'follow Company,Contact after read',
    'reset',
    'follow Company,Contact after read',
    'reset',
    'follow Company,Contact after now',
  ])
  stop()
})

it('has one stream at most: another screen takes its place, and nobody is told of it', async () => {
  const { said, look, stop } = await follow([{ is: 'open', after: 'a' }])
  said.length = 0
  look(['Company', 'Contact'])
  expect(said).toEqual([])
  look([])
  expect(said).toEqual(['asking'])
  look(['Company'])
  expect(said).toEqual(['asking', 'follow Company after a'])
  stop()
})
