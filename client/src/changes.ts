import type { CallOptions, Envelope, Sent } from './connection.ts'
import type { Client } from './createClient.ts'
import type { TabulariumError } from './errors.ts'
import { pause, waitBefore } from './retry.ts'
import type { FollowedName, NewestChange, RecordChange, Reset } from './types/Change.ts'
import type { ModelName } from './types/Schema.ts'

export type { NewestChange, RecordChange, Reset } from './types/Change.ts'

/** What to follow, and from where. */
export interface FollowOptions<Name extends string = string, Record extends 'now' | undefined = undefined> {
  /** The models; all models of the application that you may read if absent. */
  readonly models?: readonly Name[]
  /** A token, or `start` for the oldest change that is kept; from now on if absent. */
  readonly after?: string | undefined
  /** `now` adds the record as it is now to each change. */
  readonly record?: Record
  /** Whether this is no use of the session: a page that follows does not make it longer. */
  readonly quiet?: boolean
  /** How many milliseconds the service waits for a change before it answers; 20,000 if absent. */
  readonly wait?: number
  /** Called with the token behind a page, when all its changes were taken: also if you see none of them. */
  readonly onPage?: (token: string) => void | Promise<void>
  /** Ends the iteration, without an error. */
  readonly signal?: AbortSignal | undefined
}

interface Page {
  readonly data: readonly { readonly token: string }[]
  readonly next: string
  readonly reset?: true
}

/**
 * Follows changes, for ever: `for await (const change of changes(client, { after }))`. After a lost connection it
 * continues at the last token. It throws what can't be repeated, such as `changes-gone` or `session-required`.
 */
export async function* changes<
  Models,
  const Name extends ModelName<Models> = FollowedName<Models>,
  const Record extends 'now' | undefined = undefined,
>(
  client: Client<Models>,
  { models, after, record, quiet, wait = 20_000, onPage, signal }: FollowOptions<Name, Record> = {},
): AsyncGenerator<RecordChange<Models, Name, Record> | Reset, void, undefined> {
  const asked = { models: models?.join(), record, quiet, tokens: true }
  // Without a token the first answer comes at once: its token is the place that a lost connection continues at.
  let query: Sent['query'] = after === undefined ? { ...asked, limit: 1 } : { ...asked, after, wait: `${wait}ms` }
  for (;;) {
    const page = await getPage(client, query, signal)
    if (!page) return
    if (page.reset) yield { operation: 'reset', token: page.next }
    for (const change of page.data) {
      if (signal?.aborted) return
      yield change as never
    }
    await onPage?.(page.next)
    query = { ...asked, after: page.next, wait: `${wait}ms` }
  }
}

/** Which of the newest changes to list. */
export interface NewestOptions<Name extends string = string> extends CallOptions {
  /** All models of the application that you may read if absent. */
  readonly models?: readonly Name[]
  /** The `next` of the page before. */
  readonly after?: string | undefined
  readonly limit?: number
  /** The username of their author. */
  readonly user?: string
  readonly records?: readonly { readonly model: Name; readonly id: number }[]
  /** A field of the one model. */
  readonly field?: string
  /** A time, such as `2026-01-31T08:30:00Z`. */
  readonly since?: string
  /** `single` for writes of one record, or the kind of a change set, such as `bulk` or `action`. */
  readonly through?: string
  /** Shows references, links and the records themselves with titles. */
  readonly titles?: boolean
}

/** The newest changes of records that you may read. A page may have fewer than `limit`, or none, and `more`. */
export async function newestChanges<Models>(
  client: Client<Models>,
  { signal, models, records, ...query }: NewestOptions<ModelName<Models>> = {},
): Promise<{ data: NewestChange<ModelName<Models>>[]; next: string; more: boolean }> {
  const named = records?.map(({ model, id }) => `${model}/${id}`).join()
  const asked = { newest: true, models: models?.join(), records: named, ...query }
  const { data, next, more } = await client.request('GET', '/ws/changes', { query: asked, signal })
  return { data, next, more } as never
}

/** The token of the present end: take it, load records, and follow from it. Nothing in between is missed. */
export async function currentToken(client: Pick<Client<never>, 'request'>, call: CallOptions = {}): Promise<string> {
  const { next } = await client.request('GET', '/ws/changes', { ...call, query: { limit: 1 } })
  return next as string
}

/** Asks until there is an answer; undefined if the signal ended it. */
async function getPage(
  client: Pick<Client<never>, 'request'>,
  query: Sent['query'],
  signal: AbortSignal | undefined,
): Promise<(Page & Envelope) | undefined> {
  for (let attempt = 1; ; attempt = Math.min(attempt + 1, longestAttempt))
    try {
      return (await client.request('GET', '/ws/changes', { query, signal })) as Page & Envelope
    } catch (error) {
      if (signal?.aborted) return undefined
      const { code, retryAfter } = error as TabulariumError
      const pauseTime = waitBefore(attempt, { code, retryAfter: retryAfter && Math.min(retryAfter, longestRetryAfter) })
      if (pauseTime === undefined) throw error
      await pause(pauseTime, signal).catch(() => undefined)
    }
}

/** Pauses grow up to this attempt: to 10 s at most. */
const longestAttempt = 6

/** A service that says it needs longer is asked all the same: it may be back before. In seconds. */
const longestRetryAfter = 30
