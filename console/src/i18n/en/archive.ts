import type { Noun } from '../Noun.ts'
import { several } from './numbers.ts'

/** The words about archived records, in English. */
export const archiveWords = {
  archive: 'Archive',
  unarchive: 'Restore from archive',
  done: {
    archive: (title: string) => `${title} was archived`,
    unarchive: (title: string) => `${title} is back from the archive`,
  },
  by: (who: string, when: string) => `Archived by ${who}, ${when}. Lists leave it out.`,
  records: (of: Noun) => `Archived ${several(of)}`,
  tag: 'archived',
}
