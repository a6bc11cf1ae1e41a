import { count, several } from './numbers.ts'
import type { Words } from '../Words.ts'

/** The words of lists in German. */
export const listWords: Words['list'] = {
  total: (from, to, total) =>
    total === undefined
      ? `${count(from)}–${count(to)}`
      : total === 0
        ? 'Keine Datensätze'
        : `${count(from)}–${count(to)} von ${count(total)}`,
  new: (model) => `Neu: ${model}`,
  find: 'Suchen',
  clear: 'Leeren',
  next: 'Nächste Seite',
  previous: 'Vorige Seite',
  first: 'Erste Seite',
  last: 'Letzte Seite',
  rows: 'Zeilen pro Seite',
  none: (of) => `Noch keine ${several(of)}.`,
  noneSeen: (of) => `Es gibt keine ${several(of)}, die Sie sehen dürfen.`,
  why: 'Warum?',
  noneMatch: (of) => `Keine ${of ? several(of) : 'Datensätze'} passen.`,
  lostFilter: 'Dieser Filter ist zu lang für eine Adresse. Er liegt in seinem Tab: Speichern Sie ihn dort als Ansicht.',
  withoutFilter: 'Alle zeigen',
  columns: 'Spalten',
  more: 'Mehr',
  deleted: (of) => `Gelöschte ${several(of)}`,
  selectAll: 'Alle auf dieser Seite auswählen',
  select: (title) => `${title} auswählen`,
  menuOf: (title) => `Menü von ${title}`,
  peek: 'Daneben öffnen',
  closePeek: 'Schließen',
  beside: (title) => `Seitenbereich: ${title}`,
  openRecord: 'Öffnen',
}
