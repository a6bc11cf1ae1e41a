/** Asks people to confirm that it is them, where the service asks for it. */
export interface Confirmation {
  /** Sends requests; one that must be confirmed waits for that, and is sent again. */
  readonly fetch: typeof fetch
  /** How one can confirm, while something waits for it. */
  methods(): readonly string[] | undefined
  /** Calls back when that changes, until the function that it answers is called. */
  subscribe(onChange: () => void): () => void
  /** Sends what waits again; without a confirmation it gets the refusal. */
  end(isConfirmed: boolean): void
}

/** How long a request takes at most that is sent again: the time of the first one has passed while it waited. */
const timeLimit = 30_000

/** It stands below all calls, so that none of them can forget it. */
export function createConfirmation(send: typeof fetch): Confirmation {
  let waiting: { readonly methods: readonly string[]; readonly ended: Promise<boolean> } | undefined
  let end: (isConfirmed: boolean) => void = () => {}
  const listeners = new Set<() => void>()
  const put = (next: typeof waiting) => {
    waiting = next
    for (const listener of listeners) listener()
  }
  /** Requests that are refused meanwhile wait for the same answer. */
  const ask = (methods: readonly string[]) => {
    if (waiting) return waiting.ended
    const ended = new Promise<boolean>((resolve) => {
      end = (isConfirmed) => {
        end = () => {}
        put(undefined)
        resolve(isConfirmed)
      }
    })
    put({ methods, ended })
    return ended
  }
  const confirming: typeof fetch = async (input, init) => {
    let response = await send(input, init)
    for (;;) {
      const methods = await methodsOf(response)
      if (!methods || !(await ask(methods))) return response
      response = await send(input, { ...init, signal: AbortSignal.timeout(timeLimit) })
    }
  }
  return {
    fetch: confirming,
    methods: () => waiting?.methods,
    subscribe: (onChange) => {
      listeners.add(onChange)
      return () => listeners.delete(onChange)
    },
    end: (isConfirmed) => end(isConfirmed),
  }
}

/** How one can confirm, if that is why the service refuses. */
async function methodsOf(response: Response): Promise<readonly string[] | undefined> {
  if (response.status !== 403) return undefined
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined)
  const { code, methods } = (body as { data?: { code?: string; methods?: readonly string[] } } | undefined)?.data ?? {}
  return code === 'confirmation-required' ? (methods ?? []) : undefined
}
