import type { Words } from '../Words.ts'
import { several } from './numbers.ts'

/** The words about archived records in German. */
export const archiveWords: Words['archive'] = {
  archive: 'Archivieren',
  unarchive: 'Aus dem Archiv holen',
  done: {
    archive: (title) => `${title} wurde archiviert`,
    unarchive: (title) => `${title} ist wieder aus dem Archiv`,
  },
  by: (who, when) => `Archiviert von ${who}, ${when}. Listen lassen ihn aus.`,
  records: (of) => `Archivierte ${several(of)}`,
  tag: 'archiviert',
}
