import type { Words } from '../Words.ts'
import { count, plural } from './numbers.ts'

/** The words of charts in French. */
export const chartWords: Words['chart'] = {
  chart: 'Graphique',
  close: 'Fermer le graphique',
  group: 'Grouper par',
  period: 'Période',
  periods: { day: 'Jour', week: 'Semaine', month: 'Mois', quarter: 'Trimestre', year: 'Année' },
  measure: 'Mesure',
  count: 'Enregistrements',
  sum: (field) => `Somme de ${field}`,
  avg: (field) => `Moyenne de ${field}`,
  title: (measure, group) => `${measure} par ${group}`,
  others: (many) => `${count(many)} ${plural(many, { one: 'autre', other: 'autres' })}`,
  notKnown: 'inconnu',
  none: 'Aucun enregistrement à dessiner.',
  unknown:
    'Ce graphique porte sur un champ que le modèle n’a pas, ou que vous ne pouvez pas voir. Choisissez-en un autre.',
  filter: (label) => `Afficher les enregistrements de ${label}`,
  line: (title, from, to) => `Courbe : ${title}, de ${from} à ${to}. Les chiffres sont dans le tableau.`,
  missing: (figure) => `Sans date : ${figure}`,
  cut: (many) => `Les ${count(many)} périodes les plus récentes. Les plus anciennes ne sont pas affichées.`,
  table: 'Chiffres',
  pinned: 'Graphiques',
}
