import type { Words } from '../Words.ts'
import { count, plural } from './numbers.ts'

/** The words of charts in German. */
export const chartWords: Words['chart'] = {
  chart: 'Diagramm',
  close: 'Diagramm schließen',
  group: 'Gruppieren nach',
  period: 'Zeitraum',
  periods: { day: 'Tag', week: 'Woche', month: 'Monat', quarter: 'Quartal', year: 'Jahr' },
  measure: 'Maß',
  count: 'Datensätze',
  sum: (field) => `Summe von ${field}`,
  avg: (field) => `Durchschnitt von ${field}`,
  title: (measure, group) => `${measure} nach ${group}`,
  others: (many) => plural(many, { one: '1 weiterer', other: `${count(many)} weitere` }),
  notKnown: 'nicht bekannt',
  none: 'Es gibt keine Datensätze zu zeichnen.',
  unknown: 'Das Feld dieses Diagramms hat das Modell nicht, oder Sie dürfen es nicht sehen. Wählen Sie ein anderes.',
  filter: (label) => `Datensätze von ${label} zeigen`,
  line: (title, from, to) => `Liniendiagramm: ${title}, von ${from} bis ${to}. Die Zahlen stehen in der Tabelle.`,
  missing: (figure) => `Ohne Datum: ${figure}`,
  cut: (many) => `Die neuesten ${count(many)} Zeiträume. Ältere werden nicht gezeigt.`,
  table: 'Zahlen',
  pinned: 'Diagramme',
}
