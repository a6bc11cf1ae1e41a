import type { Rights } from '../permission/Rights.ts'
import type { Document, DocumentOptions, DocumentText } from './Document.ts'

/** How many documents are cached. */
const maxDocuments = 16

/** The documents of callers by their rights: each is made once, and never for each request. */
export class Documents {
  readonly #options: DocumentOptions
  /** The least recently used first. */
  readonly #documents = new Map<Rights, Document>()

  constructor(options: DocumentOptions) {
    this.#options = options
  }

  /** The document for callers with these rights: of the given models, or of all. */
  async get(rights: Rights, models?: readonly string[]): Promise<DocumentText> {
    // What makes documents is loaded with the first one: a service starts sooner without it.
    const { Document } = await import('./Document.ts')
    const document = this.#documents.get(rights) ?? new Document(rights, this.#options)
    this.#documents.delete(rights)
    this.#documents.set(rights, document)
    const [oldest] = this.#documents.keys()
    if (this.#documents.size > maxDocuments && oldest) this.#documents.delete(oldest)
    return document.toText(models)
  }
}
