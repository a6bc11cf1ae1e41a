import type { Words } from '../Words.ts'
import { count, plural } from './numbers.ts'

/** The words of notices, in German. */
export const noticesWords: Words['notices'] = {
  title: 'Hinweise',
  open: (many) =>
    many === 0 ? 'Hinweise' : plural(many, { one: 'Hinweise: 1 neuer', other: `Hinweise: ${count(many)} neue` }),
  none: 'Nichts Neues.',
  mention: (who, title) => `${who} hat Sie bei ${title} erwähnt`,
  seen: 'Als gesehen markieren',
}
