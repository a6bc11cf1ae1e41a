import type { Words } from '../Words.ts'
import { count, plural, records } from './numbers.ts'

function changes(many: number): string {
  return plural(many, { one: '1 Änderung', other: `${count(many)} Änderungen` })
}

/** The words of a bulk edit in German. */
export const bulkEditWords: Words['bulkEdit'] = {
  title: 'Zellen bearbeiten',
  begin: 'Zellen werden bearbeitet. Nichts ist gespeichert, bis Sie speichern.',
  pending: (edits, many, of) => `${changes(edits)} (${records(many, of)})`,
  review: 'Prüfen',
  save: 'Speichern',
  discard: 'Verwerfen',
  done: 'Fertig',
  discarded: (edits) =>
    plural(edits, { one: '1 Änderung wurde verworfen', other: `${changes(edits)} wurden verworfen` }),
  changed: (before) => `geändert, vorher: ${before}`,
  refused:
    'Was abgelehnt wurde, bleibt markiert. Hat jemand einen Datensatz inzwischen geändert, bearbeiten Sie ihn noch ' +
    'einmal, um Ihren Wert darüber zu speichern.',
}
