import { addSet, noSets, type TabSets } from '../api/TabSets.ts'
import { addLogged, answerToShow, bodyToShow, type Logged } from '../api/Logged.ts'

/** The last requests of this tab. They are in memory alone, and gone with it. */
export interface RequestLog {
  readonly fetch: typeof fetch
  entries(): readonly Logged[]
  /** Calls back when there is something new, until the function that it answers is called. */
  subscribe(onChange: () => void): () => void
  /** The change sets that this tab wrote and has not undone, and the undos; the last one last. */
  sets(): TabSets
  clear(): void
}

/** What is logged besides method and path. The browser adds the cookie and the length. */
const loggedHeaders = ['content-type', 'idempotency-key', 'if-match', 'if-none-match', 'x-see-as']

/** Keeps a log of what is sent through it. */
export function createLog(send: typeof fetch): RequestLog {
  let log: readonly Logged[] = []
  let last = 0
  let sets = noSets
  const listeners = new Set<() => void>()
  const put = (next: readonly Logged[]) => {
    log = next
    for (const listener of listeners) listener()
  }
  const logged: typeof fetch = async (input, init = {}) => {
    const entry = toEntry(++last, input, init)
    put(addLogged(log, entry))
    const start = performance.now()
    const response = await send(input, init).catch((error: unknown) => {
      put(addLogged(log, { ...entry, duration: performance.now() - start }))
      throw error
    })
    const answered = {
      ...entry,
      status: response.status,
      duration: performance.now() - start,
      requestId: response.headers.get('x-request-id') ?? undefined,
    }
    // A stream is logged when it begins: it has no end to wait for.
    if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
      put(addLogged(log, answered))
      return response
    }
    const onText = (text: string) => {
      sets = addSet(sets, entry, text)
      put(addLogged(log, { ...answered, answer: answerToShow(text) }))
    }
    void response
      .clone()
      .text()
      .then(onText, () => put(addLogged(log, answered)))
    return response
  }
  return {
    fetch: logged,
    entries: () => log,
    subscribe: (onChange) => {
      listeners.add(onChange)
      return () => listeners.delete(onChange)
    },
    sets: () => sets,
    clear: () => {
      sets = noSets
      put([])
    },
  }
}

function toEntry(number: number, input: Parameters<typeof fetch>[0], init: RequestInit) {
  const { pathname, search } = new URL(input instanceof Request ? input.url : input, 'http://service')
  const path = pathname + search
  const headers = [...new Headers(init.headers)].filter(([name]) => loggedHeaders.includes(name))
  return {
    number,
    method: init.method ?? 'GET',
    path,
    body: typeof init.body === 'string' ? bodyToShow(path, init.body) : undefined,
    headers: Object.fromEntries(headers),
    status: undefined,
    duration: undefined,
    requestId: undefined,
    answer: undefined,
  }
}
