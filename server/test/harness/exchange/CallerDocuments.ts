import { CheckedDocument } from './CheckedDocument.ts'

/** How a caller is recognised: the headers that identify them. */
export interface Credential {
  readonly cookie?: string
  readonly authorization?: string
}

/** A document as it was fetched; without a text if it is one of those that are known. */
export interface FetchedDocument {
  readonly etag: string
  readonly text: string | undefined
}

/** Fetches the document of a caller, unless it has one of these tags; undefined if there is none for them. */
export type FetchDocument = (
  base: string,
  credential: Credential,
  known: readonly string[],
) => Promise<FetchedDocument | undefined>

/** How many documents a service need not send again. */
const mostKnown = 20

/**
 * The documents of callers. One is fetched once, and again after rights or models may have changed. Callers with equal
 * documents share one.
 */
export class CallerDocuments {
  readonly #fetch: FetchDocument
  readonly #byTag = new Map<string, CheckedDocument>()
  readonly #byCaller = new Map<string, Promise<CheckedDocument | undefined>>()
  readonly #before = new Map<string, Promise<CheckedDocument | undefined>>()
  /** The last document of each address, for what was sent by nobody. */
  readonly #last = new Map<string, CheckedDocument>()

  constructor(fetch: FetchDocument) {
    this.#fetch = fetch
  }

  /** The document of a caller, as it was fetched last. */
  of(base: string, credential: Credential): Promise<CheckedDocument | undefined> {
    const key = keyOf(base, credential)
    const known = this.#byCaller.get(key)
    if (known) return known
    const fetched = this.#load(base, credential)
    this.#byCaller.set(key, fetched)
    return fetched
  }

  /** A document of somebody at this address. */
  ofAnybody(base: string): CheckedDocument | undefined {
    return this.#last.get(base)
  }

  /** Rights or models may have changed: all documents are fetched again when they are needed. */
  forget(): void {
    for (const [key, document] of this.#byCaller) this.#before.set(key, document)
    this.#byCaller.clear()
  }

  /** The document of a caller before rights may have changed. */
  async before(base: string, credential: Credential): Promise<CheckedDocument | undefined> {
    return this.#before.get(keyOf(base, credential))
  }

  async #load(base: string, credential: Credential): Promise<CheckedDocument | undefined> {
    const fetched = await this.#fetch(base, credential, [...this.#byTag.keys()].slice(-mostKnown))
    if (fetched === undefined) return undefined
    const { etag, text } = fetched
    const document = this.#byTag.get(etag) ?? (text === undefined ? undefined : new CheckedDocument(text))
    if (!document) throw new Error(`${base} answered 304 with ${etag}, which nobody has.`)
    // The last one used is the last of the map.
    this.#byTag.delete(etag)
    this.#byTag.set(etag, document)
    this.#last.set(base, document)
    return document
  }
}

function keyOf(base: string, { cookie, authorization }: Credential): string {
  return JSON.stringify([base, cookie, authorization])
}
