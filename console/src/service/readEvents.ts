/** An event of a stream, as the server sent it. */
export interface ServerSent {
  readonly event: string
  readonly id: string | undefined
  readonly data: string
}

/** The events of a stream (`text/event-stream`), as they arrive. What is cut off at its end is left out. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerSent, void, undefined> {
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      const blocks = (rest + value).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) yield toEvent(block)
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

function toEvent(block: string): ServerSent {
  const lines = block.split('\n').map((line) => /^(\w+): ?(.*)$/.exec(line))
  const of = (name: string) => lines.flatMap((line) => (line?.[1] === name ? [line[2] ?? ''] : []))
  return { event: of('event')[0] ?? 'message', id: of('id')[0], data: of('data').join('\n') }
}
