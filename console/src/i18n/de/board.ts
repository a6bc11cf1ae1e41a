import type { Words } from '../Words.ts'
import { count, plural, records } from './numbers.ts'

/** The words of boards in German. */
export const boardWords: Words['board'] = {
  title: (many, field) => `${many.plural ?? many.label} nach ${field}`,
  column: (label, many, of) => `${label}, ${records(many, of)}`,
  sum: (field, figure) => `Summe von ${field}: ${figure}`,
  help:
    'Die Leertaste nimmt die Karte auf, die Pfeile nach links und rechts tragen sie, ' +
    'die Leertaste legt sie ab und Escape legt sie zurück. ' +
    'Umschalt mit der Leertaste oder einem Pfeil wählt mehrere aus.',
  noField: 'Dieses Board hat kein Feld für Spalten. Wählen Sie eine Auswahl, ein Ja oder Nein, oder einen Verweis.',
  tooMany: (field, most) => `${field} hat mehr als ${count(most)} Werte. Mehr Spalten hat ein Board nicht.`,
  none: (column) => `Keine davon kann nach ${column}`,
  onlyOne: (action, of) => `${action} nimmt nur einen Datensatz auf einmal (${of.label})`,
  onlyActions: (field) => `Nur Aktionen ändern ${field}`,
  mayNot: (field, of) => `Sie dürfen ${field} hier nicht ändern (${of.label})`,
  required: (field) => `${field} muss einen Wert haben`,
  final: (value) => `${value} ist endgültig`,
  cantFollow: (value, before) => `${value} kann nicht auf ${before} folgen`,
  dropRun: (action) => `Ablegen: ${action}`,
  dropSet: (value) => `Ablegen setzt ${value}`,
  dropSome: (many, of) => `${count(many)} von ${count(of)} können dorthin.`,
  dropBack: 'War hier',
  undoable: 'Bis zur nächsten Änderung kann man es zurücknehmen.',
  taken: (what, column) =>
    `${what} aus ${column} aufgenommen. Pfeile tragen sie, die Leertaste legt sie ab, Escape legt sie zurück.`,
  says: (column, text) => `${column}: ${text}`,
  noFurther: 'In dieser Richtung gibt es keine Spalte mehr, in die sie kann.',
  back: (what, column) => `${what} ist zurück in ${column}.`,
  busy: (title) => `${title} wird gerade gespeichert.`,
  moved: (title, from, to) => `${title}: ${from} → ${to}`,
  merged: 'Änderungen von anderen sind auch darin.',
  lost: 'Noch nicht bekannt, ob es gespeichert wurde. Es wird noch einmal gefragt …',
  movedBy: (who, to, ago) => `Von ${who} ${ago} nach ${to} verschoben.`,
  moveAnyway: 'Trotzdem verschieben',
  fault: (field, fault) => `${field} ${fault}`,
  mend: 'Öffnen und berichtigen',
  selected: 'ausgewählt',
  menu: (title) => `${title} verschieben nach …`,
  more: (many) => `${count(many)} weitere zeigen`,
  moreLanes: (many) =>
    plural(many, {
      one: '1 weitere Zeile wird nicht gezeigt.',
      other: `${count(many)} weitere Zeilen werden nicht gezeigt.`,
    }),
}
