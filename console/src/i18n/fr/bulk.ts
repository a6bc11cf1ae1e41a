import type { Words } from '../Words.ts'
import type { Noun } from '../Noun.ts'
import { count, plural, records } from './numbers.ts'

/** So many records, and that they are all that match. */
function allThatMatch(many: number, of?: Noun): string {
  return plural(many, {
    one: `le seul enregistrement qui correspond (${count(many)})`,
    other: `les ${records(many, of)} qui correspondent`,
  })
}

/** The words of selections and of changes of many records in French. */
export const bulkWords: Words['bulk'] = {
  selection: 'Sélection',
  selected: (many, of) => `Sélection : ${records(many, of)}`,
  allSelected: (many, of) => `Sélection : ${allThatMatch(many, of)}`,
  selectAll: (many) => `Sélectionner ${allThatMatch(many)}`,
  edit: 'Modifier',
  delete: 'Supprimer',
  copy: 'Copier',
  clear: 'Annuler la sélection',
  copied: (many, total, of) =>
    many < total ? `Copie de ${count(many)} sur ${records(total, of)}` : `Copie de ${records(many, of)}`,
  titleEdit: (many, isAll, of) => `Modifier ${isAll ? allThatMatch(many, of) : records(many, of)}`,
  titleDelete: (many, isAll, of) => `Supprimer ${isAll ? allThatMatch(many, of) : records(many, of)} ?`,
  field: 'Quel champ ?',
  addField: 'Un autre champ',
  how: (label) => `Que faire de ${label}`,
  set: 'Définir',
  clearValue: 'Vider',
  cleared: 'n’aura pas de valeur',
  removeField: (label) => `Laisser ${label} tel quel`,
  needsValue: (isRequired) =>
    isRequired ? 'a besoin d’une valeur' : 'a besoin d’une valeur ; choisissez Vider pour l’enlever',
  preview: 'Aperçu',
  previewing: (tried, total) => `${count(tried)} sur ${records(total)} essayés`,
  writing: (done, total) => `${count(done)} sur ${records(total)} écrits`,
  stop: 'Arrêter',
  stopped: (tried, total) =>
    `Arrêté après ${count(tried)} sur ${records(total)}. Rien n’a été écrit ; relancez l’aperçu pour continuer.`,
  back: 'Modifier les valeurs',
  cancel: 'Annuler',
  filters: 'Ce qu’ils deviennent',
  all: (many) => `Tous (${count(many)})`,
  outcomes: {
    changed: (many) => `${count(many)} ${plural(many, { one: 'change', other: 'changent' })}`,
    same: (many) => `${count(many)} ${plural(many, { one: 'l’a déjà', other: 'l’ont déjà' })}`,
    refused: (many) => `${count(many)} ${plural(many, { one: 'est refusé', other: 'sont refusés' })}`,
  },
  goes: (many) => `${count(many)} ${plural(many, { one: 'est supprimé', other: 'sont supprimés' })}`,
  table: 'Aperçu de la modification',
  record: 'Enregistrement',
  fieldColumn: 'Champ',
  before: 'Avant',
  after: 'Après',
  hidden: 'ne vous sera pas visible',
  secret: 'un secret',
  has: 'l’a déjà',
  more: (many) => `En afficher ${count(many)} de plus`,
  listed: (many, total) =>
    `Les ${count(many)} premiers sur ${records(total)} sont listés ; les décomptes valent pour tous.`,
  also: (deleted, cleared) =>
    [
      deleted > 0
        ? plural(deleted, {
            one: '1 autre enregistrement est supprimé avec eux.',
            other: `${count(deleted)} autres enregistrements sont supprimés avec eux.`,
          })
        : '',
      cleared > 0
        ? plural(cleared, {
            one: '1 autre enregistrement perd sa référence.',
            other: `${count(cleared)} autres enregistrements perdent leur référence.`,
          })
        : '',
    ]
      .filter((text) => text !== '')
      .join(' '),
  change: (many, of) => `Modifier ${records(many, of)}`,
  remove: (many, of) => `Supprimer ${records(many, of)}`,
  nothing: 'Rien ne changerait.',
  changed: (many, of) =>
    of?.plural === undefined
      ? `${records(many)} ${plural(many, { one: 'a été modifié', other: 'ont été modifiés' })}`
      : `Modification effectuée : ${records(many, of)}`,
  deleted: (many, of) =>
    of?.plural === undefined
      ? `${records(many)} ${plural(many, { one: 'a été supprimé', other: 'ont été supprimés' })}`
      : `Suppression effectuée : ${records(many, of)}`,
  partly: (many, total) => `${count(many)} sur ${records(total)} ont été écrits avant ceci :`,
  stale:
    'Ces enregistrements ont changé entre-temps. Rien de plus n’a été écrit ; voici ce qui se passerait maintenant.',
  reasons: {
    gone: 'Il a été supprimé, ou vous ne pouvez plus le voir.',
    stale: 'Quelqu’un l’a modifié depuis que vous l’avez vu.',
    notPermitted: 'Vous n’en avez pas le droit.',
    notTried: 'Non essayé : trop d’autres ont été refusés.',
  },
}
