import { toSmall } from '../Noun.ts'
import type { Words } from '../Words.ts'
import { count, plural, records } from './numbers.ts'

/** The words of boards in French. */
export const boardWords: Words['board'] = {
  title: (many, field) => `${many.plural ?? many.label} par ${toSmall(field)}`,
  column: (label, many, of) => `${label}, ${records(many, of)}`,
  sum: (field, figure) => `Somme de ${field} : ${figure}`,
  help:
    'Espace prend la carte, les flèches gauche et droite la portent, ' +
    'Espace la dépose et Échap la remet. ' +
    'Maj avec Espace ou une flèche en sélectionne plusieurs.',
  noField: 'Ce tableau n’a pas de champ pour ses colonnes. Choisissez un choix, un oui ou non, ou une référence.',
  tooMany: (field, most) => `${field} a plus de ${count(most)} valeurs. Un tableau n’a pas plus de colonnes.`,
  none: (column) => `Aucune ne peut aller vers ${column}`,
  onlyOne: (action, of) => `${action} ne prend qu’un enregistrement à la fois (${of.label})`,
  onlyActions: (field) => `Seules des actions changent ${field}`,
  mayNot: (field, of) => `Vous ne pouvez pas changer ${field} ici (${of.label})`,
  required: (field) => `${field} doit avoir une valeur`,
  final: (value) => `${value} est définitif`,
  cantFollow: (value, before) => `${value} ne peut pas suivre ${before}`,
  dropRun: (action) => `Déposer : ${action}`,
  dropSet: (value) => `Déposer pour mettre ${value}`,
  dropSome: (many, of) => `${count(many)} sur ${count(of)} peuvent y aller.`,
  dropBack: 'Elle était ici',
  undoable: 'On peut annuler jusqu’au prochain changement.',
  taken: (what, column) =>
    `${what} : carte prise de ${column}. Les flèches la portent, Espace la dépose, Échap la remet.`,
  says: (column, text) => `${column} : ${text}`,
  noFurther: 'Il n’y a plus de colonne de ce côté où elle peut aller.',
  back: (what, column) => `${what} est de retour dans ${column}.`,
  busy: (title) => `${title} est en cours d’enregistrement.`,
  moved: (title, from, to) => `${title} : ${from} → ${to}`,
  merged: 'Des changements d’autres personnes y sont aussi.',
  lost: 'On ne sait pas encore si c’est enregistré. Nouvelle demande…',
  movedBy: (who, to, ago) => `Déplacé vers ${to} par ${who}, ${ago}.`,
  moveAnyway: 'Déplacer quand même',
  fault: (field, fault) => `${field} ${fault}`,
  mend: 'Ouvrir et corriger',
  selected: 'sélectionné',
  menu: (title) => `Déplacer ${title} vers…`,
  more: (many) => `${count(many)} de plus`,
  moreLanes: (many) =>
    plural(many, {
      one: '1 autre ligne n’est pas montrée.',
      other: `${count(many)} autres lignes ne sont pas montrées.`,
    }),
}
