import type { Page } from 'playwright-core'
import type { Client } from '../../server/test/harness/client.ts'

/** What a scene works with: the page, and others who change records meanwhile. */
export interface Actors {
  readonly page: Page
  readonly sam: Client
}

/** One screen in one state. */
export interface Scene {
  /** The name of its pictures. */
  readonly name: string
  /** The address, behind `/console`. */
  readonly path: string
  /** The service that it is on; by default one that is no demo. */
  readonly on?: 'demo'
  /** Who looks at it; by default an administrator. */
  readonly as?: 'rita' | 'nobody'
  /** The language of the browser; by default English. */
  readonly locale?: 'de-DE' | 'fr-FR'
  /** What happens to the network before the page is opened. */
  readonly before?: (actors: Actors) => Promise<unknown>
  /** What is done before the picture is taken. */
  readonly act?: (actors: Actors) => Promise<unknown>
  /** The text that says that the screen is there. */
  readonly shows: string | RegExp
}
