import { CommandFailure } from '../CommandFailure.ts'
import { isObject, parseAction, parseModel } from './parseMetadata.ts'
import type { Typed } from './toTypeScript.ts'

/** A running service, and who asks it. */
export interface MetadataSource {
  readonly url: string
  /** An API key. */
  readonly key: string | undefined
}

/** How many milliseconds one answer may take. */
const patience = 30_000

/** Reads the models and actions of a running service, with what the user of the key may see and run of them. */
export async function readMetadata(source: MetadataSource): Promise<Typed> {
  const models = await readList(source, '/ws/meta/models?detail=true', parseModel)
  const actions = await readList(source, '/ws/meta/actions', parseAction)
  return { models, actions }
}

async function readList<One>(
  { url, key }: MetadataSource,
  path: string,
  parse: (data: unknown) => One,
): Promise<One[]> {
  const response = await ask(`${url}${path}`, key).catch((error: unknown) => {
    const message = `${url} can't be reached: ${reasonOf(error)}. Correct --url, or start the service.`
    throw new CommandFailure('failure', message, error)
  })
  const body: unknown = await response.json().catch(() => undefined)
  if (!response.ok) throw new CommandFailure('failure', explainStatus(response, url, key, body))
  try {
    return (isObject(body) && Array.isArray(body.data) ? body.data : [body]).map(parse)
  } catch (error) {
    const message = `${url} does not answer as Tabularium does: ${reasonOf(error)}. Correct --url.`
    throw new CommandFailure('failure', message, error)
  }
}

function ask(address: string, key: string | undefined): Promise<Response> {
  return fetch(address, {
    headers: { accept: 'application/json', ...(key === undefined ? {} : { authorization: `Bearer ${key}` }) },
    redirect: 'manual',
    signal: AbortSignal.timeout(patience),
  })
}

function explainStatus({ status, headers }: Response, url: string, key: string | undefined, body: unknown): string {
  if (status === 401)
    return key === undefined ? `${url} needs an API key: ${howToGetKey}` : `${url} refuses ${whichKey}`
  const to = headers.get('location')
  if (to !== null) return `${url} leads to ${to}: write that address after --url.`
  const data = isObject(body) ? body.data : undefined
  const message = isObject(data) && typeof data.message === 'string' ? data.message : 'no message'
  return `${url} answered ${status}: ${message}`
}

const howToGetKey = 'set TABULARIUM_KEY to one. On the machine of the service, npx tabularium key add makes one.'
const whichKey =
  'the API key: it has ended, or it is of another service. npx tabularium key list shows those that it has.'

/** The reason of an error of `fetch` is in its cause, and of several addresses in the first of their errors. */
function reasonOf(error: unknown): string {
  const cause: unknown = error instanceof Error && error.cause !== undefined ? error.cause : error
  const [first] = cause instanceof AggregateError ? cause.errors : [cause]
  return first instanceof Error ? first.message : String(first)
}
