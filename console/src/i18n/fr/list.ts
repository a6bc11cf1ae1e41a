import { toSmall } from '../Noun.ts'
import { count, of, several } from './numbers.ts'
import type { Words } from '../Words.ts'

/** The words of lists in French. */
export const listWords: Words['list'] = {
  total: (from, to, total) =>
    total === undefined
      ? `${count(from)}–${count(to)}`
      : total === 0
        ? 'Aucun enregistrement'
        : `${count(from)}–${count(to)} sur ${count(total)}`,
  new: (model) => `Nouveau : ${toSmall(model)}`,
  find: 'Rechercher',
  clear: 'Effacer',
  next: 'Page suivante',
  previous: 'Page précédente',
  first: 'Première page',
  last: 'Dernière page',
  rows: 'Lignes par page',
  none: (noun) => `Pas encore ${of(several(noun))}.`,
  noneSeen: (noun) => `Il n’y a pas ${of(several(noun))} que vous puissiez voir.`,
  why: 'Pourquoi ?',
  noneMatch: (noun) => `Rien ne correspond${noun ? ` dans les ${several(noun)}` : ''}.`,
  lostFilter: 'Ce filtre est trop long pour une adresse. L’onglet qui l’a créé le conserve : enregistrez-y une vue.',
  withoutFilter: 'Tout afficher',
  columns: 'Colonnes',
  more: 'Autres',
  deleted: (noun) => `Suppressions : ${several(noun)}`,
  selectAll: 'Tout sélectionner sur cette page',
  select: (title) => `Sélectionner ${title}`,
  menuOf: (title) => `Menu de ${title}`,
  peek: 'Ouvrir à côté',
  closePeek: 'Fermer',
  beside: (title) => `Panneau latéral : ${title}`,
  openRecord: 'Ouvrir',
}
