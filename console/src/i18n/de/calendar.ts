import type { Words } from '../Words.ts'

/** The words of calendars in German. */
export const calendarWords: Words['views']['calendar'] = {
  title: 'Kalender',
  month: 'Monat',
  week: 'Woche',
  agenda: 'Agenda',
  show: 'Zeigen',
  today: 'Heute',
  before: 'Früher',
  after: 'Später',
  none: 'An diesen Tagen liegt nichts.',
  noDate: 'Diese Datensätze haben kein Datum, das Sie sehen dürfen.',
  others: (count) => `${count} weitere`,
  counted: (records) => `Es sind ${records}: Jeder Tag sagt, wie viele an ihm beginnen.`,
  without: (field) => `${field} ist leer`,
  dayOf: (field, title) => `${field} von ${title}`,
  showAll: (total) => `Alle ${total} zeigen`,
  held: (title, day) => `${title}: ${day}. Pfeile bewegen, Leertaste lässt los, Escape lässt alles, wie es war.`,
  moved: (title, date) => `${title} liegt jetzt am ${date}.`,
  undone: (title) => `${title} ist wieder, wo es war.`,
  clash: (title, date) => `${title} wurde inzwischen verschoben: jetzt am ${date}.`,
  refused: (title, why) => `${title} wurde nicht verschoben. ${why}`,
  look: 'Ansehen',
  anyway: 'Trotzdem verschieben',
  close: 'Schließen',
}
