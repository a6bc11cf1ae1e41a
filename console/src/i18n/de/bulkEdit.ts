import type { Words } from '../Words.ts'
import { count, plural } from './numbers.ts'

function changes(many: number): string {
  return plural(many, { one: '1 Änderung', other: `${count(many)} Änderungen` })
}

/** The words of a bulk edit in German. */
export const bulkEditWords: Words['bulkEdit'] = {
  title: 'Viele bearbeiten',
  begin: 'Viele bearbeiten: Drücken Sie in einer Zelle Enter oder F2. Vor dem Speichern wird nichts geschrieben.',
  pending: (edits, records) =>
    `${changes(edits)} in ${plural(records, { one: '1 Datensatz', other: `${count(records)} Datensätzen` })}`,
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
