import type { Words } from '../Words.ts'

/** The words of calendars in French. */
export const calendarWords: Words['views']['calendar'] = {
  title: 'Calendrier',
  month: 'Mois',
  week: 'Semaine',
  agenda: 'Agenda',
  show: 'Afficher',
  today: 'Aujourd’hui',
  before: 'Plus tôt',
  after: 'Plus tard',
  none: 'Rien à ces dates.',
  noDate: 'Ces enregistrements n’ont aucune date que vous puissiez voir.',
  others: (count) => `${count} de plus`,
  counted: (records) => `Il y a ${records} : chaque jour dit combien y commencent.`,
  without: (field) => `${field} est vide`,
  dayOf: (field, title) => `${field} de ${title}`,
  showAll: (total) => `Afficher les ${total}`,
  held: (title, day) => `${title} : ${day}. Les flèches déplacent, Espace dépose, Échap laisse tout en place.`,
  moved: (title, date) => `${title} a été déplacé au ${date}.`,
  undone: (title) => `${title} est revenu à sa place.`,
  clash: (title, date) => `${title} a été déplacé entre-temps : il est au ${date}.`,
  refused: (title, why) => `${title} n’a pas été déplacé. ${why}`,
  look: 'Voir',
  anyway: 'Déplacer quand même',
  close: 'Fermer',
}
