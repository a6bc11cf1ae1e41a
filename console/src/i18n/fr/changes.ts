import type { Words } from '../Words.ts'
import { count, plural, records } from './numbers.ts'

/** The words about what was written to several records at once, in French. */
export const changesWords: Words['changes'] = {
  title: 'Activité',
  none: 'Rien n’a encore été écrit dans plusieurs enregistrements à la fois.',
  missing: 'Cette modification n’existe pas, ou vous ne pouvez pas la voir.',
  set: (id) => `Modification ${id}`,
  kinds: {
    create: (many, of) => `Création de ${records(many, of)}`,
    update: (many, of) => `Modification de ${records(many, of)}`,
    delete: (many, of) => `Suppression de ${records(many, of)}`,
    restore: (many, of) => `Restauration de ${records(many, of)}`,
    bulk: (many, of) => `Enregistrement de ${records(many, of)}`,
    removeAll: (many, of) => `Suppression de ${records(many, of)}`,
    updateMass: (many, of) => `Modification de ${records(many, of)} selon un filtre`,
    upsert: (many, of) => `Création ou modification de ${records(many, of)}`,
    archive: (many, of) => `Archivage de ${records(many, of)}`,
    transaction: (many, of) => `Écriture de ${records(many, of)} ensemble`,
    action: (many, of) => `Une action a écrit ${records(many, of)}`,
    job: (many, of) => `Une tâche a écrit ${records(many, of)}`,
    reaction: (many, of) => `Une réaction a écrit ${records(many, of)}`,
    schedule: (many, of) => `Un horaire a écrit ${records(many, of)}`,
    undo: (many, of) => `Annulation d’une modification de ${records(many, of)}`,
  },
  one: (field, many, values, of) => `${field} (${records(many, of)})${values === '' ? '' : ` : ${values}`}`,
  by: (who, when) => `${who}, ${when}`,
  undone: 'annulée',
  undoes: (id) => `annule la modification ${id}`,
  undoneBy: (id) => `Elle a été annulée par la modification ${id}.`,
  table: 'Ce qui a été écrit',
  operations: { create: 'créé', update: 'modifié', delete: 'supprimé', restore: 'restauré' },
}

/** The words of undo, in French. */
export const undoWords: Words['undo'] = {
  set: (id) => `Annuler la modification ${id}`,
  title: 'Annuler cette modification ?',
  stuck: 'Ceci ne peut pas être annulé',
  looking: 'Recherche de ce qui revient en arrière…',
  goes: (many) =>
    plural(many, {
      one: `${count(many)} enregistrement redevient ce qu’il était.`,
      other: `${records(many)} redeviennent ce qu’ils étaient.`,
    }),
  nothing: 'Rien ne reviendrait en arrière.',
  final: (label) => `« ${label} » est définitif.`,
  forGood: 'Ceci ne pourra pas être annulé.',
  someForGood: (many) =>
    plural(many, {
      one: '1 modification ne pourra pas être annulée.',
      other: `${count(many)} modifications ne pourront pas être annulées.`,
    }),
  finalNow: (label, many) => `Ceci ne peut pas être annulé : « ${label} » est définitif (${records(many)}).`,
  stays: (many) =>
    plural(many, {
      one: `${count(many)} enregistrement ne revient pas en arrière, ou pas en entier :`,
      other: `${records(many)} ne reviennent pas en arrière, ou pas en entier :`,
    }),
  undo: (many) => `Annuler ${records(many)}`,
  cancel: 'Ne rien faire',
  close: 'Fermer',
  done: (many) =>
    plural(many, {
      one: `${count(many)} enregistrement est de nouveau comme avant`,
      other: `${records(many)} sont de nouveau comme avant`,
    }),
  write: 'Annuler cette modification',
  written: 'La modification a été annulée',
  table: 'Ce qui revient en arrière',
  now: 'Maintenant',
  later: 'Ensuite',
  back: { update: 'revient en arrière', delete: 'est supprimé', restore: 'est rétabli' },
  reasons: {
    changed: 'Quelqu’un l’a modifié depuis.',
    deleted: (who, when) => `${who} l’a supprimé depuis, ${when}.`,
    forgotten: 'L’historique ne remonte pas aussi loin.',
  },
  field: 'Champ',
  after: 'Après la modification',
  current: 'Maintenant',
  before: 'Avant la modification',
}
