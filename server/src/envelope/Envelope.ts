import type { Download } from './Download.ts'
import type { EventStream } from './StreamEvent.ts'

/** A reply before HTTP: the text of the body, and what the headers need. */
export interface Envelope {
  /** The events of a reply that is a stream; `text` is then empty. */
  readonly stream?: EventStream
  /** A file that is sent while it is made; `text` is then empty. */
  readonly download?: Download
  readonly text: string
  /** The version of the record, for the ETag, if the reply has exactly one. */
  readonly version?: number
  /** Whether the text depends on the language of the request. */
  readonly byLanguage?: true
  /** A digest of the text, for the ETag of an answer that is not one record. */
  readonly digest?: string
  /** The token of a session that starts with this reply; null if a session ends. */
  readonly session?: string | null
  /** Where a browser is led, and the cookie of a login that begins there; null if it has ended. */
  readonly redirect?: { readonly location: string; readonly login?: string | null }
  /** The address of what a request to SCIM created. */
  readonly created?: string
  /** Whether the write was merged with those of others. */
  readonly merged?: boolean
  /** Whether the same request got this reply before. */
  readonly replayed?: boolean
}
