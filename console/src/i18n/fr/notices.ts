import type { Words } from '../Words.ts'
import { count, plural } from './numbers.ts'

/** The words of notices, in French. */
export const noticesWords: Words['notices'] = {
  title: 'Avis',
  open: (many) =>
    many === 0 ? 'Avis' : plural(many, { one: 'Avis : 1 nouveau', other: `Avis : ${count(many)} nouveaux` }),
  none: 'Rien de nouveau.',
  mention: (who, title) => `${who} vous a mentionné sur ${title}`,
  seen: 'Marquer comme vus',
}
