import type { Words } from '../Words.ts'
import { count, plural } from './numbers.ts'

function changes(many: number): string {
  return plural(many, { one: `${count(many)} modification`, other: `${count(many)} modifications` })
}

/** The words of a bulk edit in French. */
export const bulkEditWords: Words['bulkEdit'] = {
  title: 'Modifier plusieurs',
  begin: 'Modifier plusieurs : appuyez sur Entrée ou F2 dans une cellule. Rien n’est écrit avant l’enregistrement.',
  pending: (edits, records) =>
    `${changes(edits)} dans ${count(records)} ${plural(records, { one: 'enregistrement', other: 'enregistrements' })}`,
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
