import type { Words } from '../Words.ts'
import { several } from './numbers.ts'

/** The words about archived records in French. */
export const archiveWords: Words['archive'] = {
  archive: 'Archiver',
  unarchive: 'Sortir des archives',
  done: {
    archive: (title) => `Archivé : ${title}`,
    unarchive: (title) => `Sorti des archives : ${title}`,
  },
  by: (who, when) => `Archivé par ${who}, ${when}. Les listes ne le montrent plus.`,
  records: (of) => `Archives : ${several(of)}`,
  tag: 'archivé',
}
