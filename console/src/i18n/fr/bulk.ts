import type { Words } from '../Words.ts'
import { count, plural, records } from './numbers.ts'

/** So many records, and that they are all that match. */
function allThatMatch(many: number): string {
  return plural(many, {
    one: `le seul enregistrement qui correspond (${count(many)})`,
    other: `les ${count(many)} enregistrements qui correspondent`,
  })
}

/** The words of selections and of changes of many records in French. */
export const bulkWords: Words['bulk'] = {
  selection: 'Sélection',
  selected: (many) => plural(many, { one: `${records(many)} sélectionné`, other: `${records(many)} sélectionnés` }),
  allSelected: (many) => `Sélection : ${allThatMatch(many)}`,
  selectAll: (many) => `Sélectionner ${allThatMatch(many)}`,
  edit: 'Modifier',
  delete: 'Supprimer',
  copy: 'Copier',
  clear: 'Annuler la sélection',
  copied: (many, total) =>
    many < total ? `Copie des ${count(many)} premiers sur ${records(total)}` : `Copie de ${records(many)}`,
  titleEdit: (many, isAll) => `Modifier ${isAll ? allThatMatch(many) : records(many)}`,
  titleDelete: (many, isAll) => `Supprimer ${isAll ? allThatMatch(many) : records(many)} ?`,
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
  change: (many) => `Modifier ${records(many)}`,
  remove: (many) => `Supprimer ${records(many)}`,
  nothing: 'Rien ne changerait.',
  changed: (many) => `${records(many)} ${plural(many, { one: 'a été modifié', other: 'ont été modifiés' })}`,
  deleted: (many) => `${records(many)} ${plural(many, { one: 'a été supprimé', other: 'ont été supprimés' })}`,
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
