/** The provider gave no answer that can be used: the network, its own failure, or more than anybody needs to say. */
export class ProviderAway extends Error {
  override readonly name = 'ProviderAway'
}

/** What a provider is asked for. */
export type RequestKind = 'metadata' | 'token' | 'keys'

/** Learns of each request to a provider. */
export type OnProviderRequest = (
  provider: string,
  kind: RequestKind,
  result: 'ok' | 'refused' | 'away',
  ms: number,
) => void

/** How long a provider may take, in milliseconds, and the most bytes of an answer: key sets have a few thousand. */
const patience = 5_000
const maxBytes = 512 * 1024

export interface FetchOptions {
  readonly method?: string
  readonly headers?: RequestInit['headers']
  readonly body?: RequestInit['body']
}
export type BoundedFetch = (url: string, options: FetchOptions) => Promise<Response>

/** Returns a `fetch` that follows no redirects, takes little time and reads a limited answer. */
export function createBoundedFetch(
  provider: string,
  kind: RequestKind,
  onRequest: OnProviderRequest | undefined,
): BoundedFetch {
  return async (url, { method = 'GET', headers, body }) => {
    const start = performance.now()
    const report = (result: 'ok' | 'refused' | 'away') => onRequest?.(provider, kind, result, performance.now() - start)
    try {
      const response = await fetch(url, {
        method,
        ...(headers ? { headers } : {}),
        ...(body === undefined ? {} : { body }),
        redirect: 'manual',
        signal: AbortSignal.timeout(patience),
      })
      const read = await readAll(response)
      requireUsable(response, kind)
      report(response.ok ? 'ok' : 'refused')
      return new Response(read, { status: response.status, headers: response.headers })
    } catch (error) {
      report('away')
      throw error instanceof ProviderAway ? error : new ProviderAway(toReason(error), { cause: error })
    }
  }
}

/** A token endpoint says by 400 and 401 what is wrong with the login. Every other answer than 200 is of no use. */
function requireUsable({ status, ok }: Response, kind: RequestKind): void {
  if (ok || (kind === 'token' && status >= 400 && status < 500)) return
  throw new ProviderAway(`it answered ${status}`)
}

async function readAll({ body }: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let length = 0
  // Leaving the loop by throwing cancels the rest of the answer.
  for await (const chunk of body ?? []) {
    length += chunk.length
    if (length > maxBytes) throw new ProviderAway(`its answer is longer than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}

function toReason(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { cause } = error
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.name
}
