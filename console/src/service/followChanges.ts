import type { Change, FeedEvent } from './FeedEvent.ts'
import { readEvents } from './readEvents.ts'

/**
 * Follows the changes of some models behind a token, or from now on. It ends if the stream does, and fails if there is
 * none: without a network, or while too many others follow.
 */
export async function* followChanges(
  send: typeof fetch,
  models: readonly string[],
  after: string | undefined,
  signal: AbortSignal,
): AsyncGenerator<FeedEvent, void, undefined> {
  const query = new URLSearchParams({
    models: models.join(','),
    quiet: 'true',
    ...(after === undefined ? {} : { after }),
  })
  const response = await send(`/ws/changes/stream?${query}`, { signal })
  if (response.status === 401) return yield { is: 'end' }
  if (response.status === 410) return yield toGone(await response.json())
  if (!response.ok || !response.body) throw new Error(`The changes can't be followed: ${response.status}.`)
  for await (const { event, id, data } of readEvents(response.body)) {
    const position = id === undefined ? {} : { after: id }
    if (event === 'message') yield { is: 'change', change: JSON.parse(data) as Change, ...position }
    else if (event === 'heartbeat') yield { is: 'open', ...position }
    else if (event === 'reset' || event === 'end') yield { is: event, ...position }
  }
}

/** The answer says where the feed is now. */
function toGone({ data }: { readonly data?: { readonly now?: string } }): FeedEvent {
  return { is: 'gone', ...(data?.now === undefined ? {} : { after: data.now }) }
}
