import { expect, it } from 'vitest'
import { readEvents } from './readEvents.ts'

it('reads events of a stream, wherever its parts are cut', async () => {
  const text = 'event: heartbeat\nid: a\ndata: {}\n\nid: b\ndata: {"é":\ndata: 1}\n\nevent: cut'
  const bytes = new TextEncoder().encode(text)
  for (let size = 1; size < bytes.length; size += 3) {
    const parts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) =>
      bytes.slice(n * size, (n + 1) * size),
    )
    const stream = new ReadableStream<Uint8Array>({
      start: (controller) => {
        for (const part of parts) controller.enqueue(part)
        controller.close()
      },
    })
    const events = []
    for await (const event of readEvents(stream)) events.push(event)
    expect(events).toEqual([
      { event: 'heartbeat', id: 'a', data: '{}' },
      { event: 'message', id: 'b', data: '{"é":\n1}' },
    ])
  }
})
