import type { Words } from '../Words.ts'
import { count, plural, records } from './numbers.ts'

function changes(many: number): string {
  return plural(many, { one: `${count(many)} modification`, other: `${count(many)} modifications` })
}

/** The words of a bulk edit in French. */
export const bulkEditWords: Words['bulkEdit'] = {
  title: 'Modifier les cellules',
  begin: 'Modification des cellules. Rien n’est enregistré avant que vous n’enregistriez.',
  pending: (edits, many, of) => `${changes(edits)} dans ${records(many, of)}`,
  review: 'Vérifier',
  save: 'Enregistrer',
  discard: 'Abandonner',
  done: 'Terminer',
  discarded: (edits) => plural(edits, { one: '1 modification abandonnée', other: `${changes(edits)} abandonnées` }),
  changed: (before) => `modifié, avant : ${before}`,
  refused:
    'Ce qui est refusé reste marqué. Si quelqu’un a modifié un enregistrement entre-temps, modifiez-le à nouveau ' +
    'pour enregistrer votre valeur par-dessus.',
}
