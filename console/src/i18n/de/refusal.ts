import type { Noun } from '../Noun.ts'
import { plural, records } from './numbers.ts'

/** Was zu etwas gesagt wird, das abgelehnt wurde, und zu dem, was es nicht gibt. */
export const refusalWords = {
  details: 'Einzelheiten',
  notSaved: 'Nicht gespeichert',
  notSent: 'Nicht gesendet',
  notDeleted: 'Nicht gelöscht',
  notFound: (what: Noun, id: number) => `${what.label} ${id} wurde nicht gefunden`,
  final: (value: string) => `kann sich nicht ändern: ${value} ist endgültig`,
  cantFollow: (value: string, allowed: string) => `kann nicht auf ${value} folgen; erlaubt: ${allowed}`,
  referredBy: (fields: string) => `Verweise darauf: ${fields}`,
  close: 'Schließen',
  refer: (many: number, those: Noun, to: Noun) =>
    `${records(many, those)} ${plural(many, { one: 'verweist', other: 'verweisen' })} hierauf (${to.label}). ` +
    'Zuerst löschen oder ändern:',
  show: () => 'Anzeigen',
  unseen: (to: Noun) => `Datensätze, die Sie nicht sehen dürfen, verweisen hierauf (${to.label}). Löschen geht nicht.`,
}
