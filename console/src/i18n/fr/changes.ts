import type { Words } from '../Words.ts'
import { count, plural } from './numbers.ts'

/** So many records. */
function records(many: number): string {
  return plural(many, { one: `${count(many)} enregistrement`, other: `${count(many)} enregistrements` })
}

/** The words about what was written to several records at once, in French. */
export const changesWords: Words['changes'] = {
  title: 'Modifications',
  about: 'Ce qui a été écrit dans plusieurs enregistrements à la fois, du plus récent au plus ancien.',
  aboutOwn: 'Ce que vous avez écrit dans plusieurs enregistrements à la fois, du plus récent au plus ancien.',
  none: 'Rien n’a encore été écrit dans plusieurs enregistrements à la fois.',
  noneMatch: 'Aucune modification ne correspond.',
  missing: 'Cette modification n’existe pas, ou vous ne pouvez pas la voir.',
  mine: 'Mes dernières modifications',
  all: 'Toutes les modifications',
  model: 'Modèle',
  anyModel: 'Tous les modèles',
  user: 'Modifié par',
  set: (id) => `Modification ${id}`,
  kinds: {
    create: (many) => `Création de ${records(many)}`,
    update: (many) => `Modification de ${records(many)}`,
    delete: (many) => `Suppression de ${records(many)}`,
    restore: (many) => `Retour de ${records(many)}`,
    bulk: (many) => `Enregistrement de ${records(many)}`,
    removeAll: (many) => `Suppression de ${records(many)}`,
    updateMass: (many) => `Modification de ${records(many)} selon un filtre`,
    upsert: (many) => `Création ou modification de ${records(many)}`,
    transaction: (many) => `Écriture de ${records(many)} ensemble`,
    action: (many) => `Une action a écrit ${records(many)}`,
    job: (many) => `Une tâche a écrit ${records(many)}`,
    reaction: (many) => `Une réaction a écrit ${records(many)}`,
    schedule: (many) => `Un horaire a écrit ${records(many)}`,
    undo: (many) => `Annulation d’une modification de ${records(many)}`,
  },
  by: (who, when) => `${who}, ${when}`,
  undone: 'annulée',
  undoes: (id) => `annule la modification ${id}`,
  undoneBy: (id) => `Elle a été annulée par la modification ${id}.`,
  table: 'Ce qui a été écrit',
  operations: { create: 'créé', update: 'modifié', delete: 'supprimé', restore: 'rétabli' },
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
