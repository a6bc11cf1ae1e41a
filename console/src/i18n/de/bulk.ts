import type { Words } from '../Words.ts'
import { count, plural, records, recordsAfterOf } from './numbers.ts'

/** The words of selections and of changes of many records in German. */
export const bulkWords: Words['bulk'] = {
  selection: 'Auswahl',
  selected: (many, of) => `${records(many, of)} ausgewählt`,
  allSelected: (many, of) =>
    plural(many, {
      one: 'Der 1 passende Datensatz ist ausgewählt',
      other: `Alle ${count(many)} passenden ${of?.plural ?? 'Datensätze'} sind ausgewählt`,
    }),
  selectAll: (many) => `Alle ${count(many)} passenden auswählen`,
  edit: 'Bearbeiten',
  delete: 'Löschen',
  copy: 'Kopieren',
  clear: 'Auswahl aufheben',
  copied: (many, total, of) =>
    many < total ? `${count(many)} kopiert (insgesamt ${records(total, of)})` : `${records(many, of)} kopiert`,
  titleEdit: (many, isAll, of) =>
    isAll
      ? plural(many, {
          one: 'Den 1 passenden Datensatz ändern',
          other: `Alle ${count(many)} passenden ${of?.plural ?? 'Datensätze'} ändern`,
        })
      : `${records(many, of)} ändern`,
  titleDelete: (many, isAll, of) =>
    isAll
      ? plural(many, {
          one: 'Den 1 passenden Datensatz löschen?',
          other: `Alle ${count(many)} passenden ${of?.plural ?? 'Datensätze'} löschen?`,
        })
      : `${records(many, of)} löschen?`,
  field: 'Welches Feld?',
  addField: 'Weiteres Feld',
  how: (label) => `Was mit ${label} geschieht`,
  set: 'Setzen',
  clearValue: 'Leeren',
  cleared: 'wird keinen Wert haben',
  removeField: (label) => `${label} lassen, wie es ist`,
  needsValue: (isRequired) =>
    isRequired ? 'braucht einen Wert' : 'braucht einen Wert; mit „Leeren“ nehmen Sie ihn weg',
  preview: 'Vorschau',
  previewing: (tried, total) => `${count(tried)} von ${recordsAfterOf(total)} geprüft`,
  writing: (done, total) => `${count(done)} von ${recordsAfterOf(total)} geschrieben`,
  stop: 'Anhalten',
  stopped: (tried, total) =>
    `Nach ${count(tried)} von ${recordsAfterOf(total)} angehalten. Es wurde nichts geschrieben; starten Sie die ` +
    'Vorschau noch einmal, um weiterzumachen.',
  back: 'Werte ändern',
  cancel: 'Abbrechen',
  filters: 'Was aus ihnen wird',
  all: (many) => `Alle ${count(many)}`,
  outcomes: {
    changed: (many) => plural(many, { one: '1 ändert sich', other: `${count(many)} ändern sich` }),
    same: (many) => plural(many, { one: '1 hat es schon', other: `${count(many)} haben es schon` }),
    refused: (many) => plural(many, { one: '1 wird abgelehnt', other: `${count(many)} werden abgelehnt` }),
  },
  goes: (many) => plural(many, { one: '1 wird gelöscht', other: `${count(many)} werden gelöscht` }),
  table: 'Vorschau der Änderung',
  record: 'Datensatz',
  fieldColumn: 'Feld',
  before: 'Vorher',
  after: 'Nachher',
  hidden: 'wird für Sie nicht sichtbar sein',
  secret: 'ein Geheimnis',
  has: 'hat es schon',
  more: (many) => `${count(many)} weitere zeigen`,
  listed: (many, total) =>
    `Aufgeführt sind die ersten ${count(many)} von ${recordsAfterOf(total)}; die Zahlen gelten für alle.`,
  also: (deleted, cleared) =>
    [
      deleted > 0
        ? plural(deleted, {
            one: '1 weiterer Datensatz wird mit gelöscht.',
            other: `${count(deleted)} weitere Datensätze werden mit gelöscht.`,
          })
        : '',
      cleared > 0
        ? plural(cleared, {
            one: '1 weiterer Datensatz verliert seinen Verweis.',
            other: `${count(cleared)} weitere Datensätze verlieren ihren Verweis.`,
          })
        : '',
    ]
      .filter((text) => text !== '')
      .join(' '),
  change: (many, of) => `${records(many, of)} ändern`,
  remove: (many, of) => `${records(many, of)} löschen`,
  nothing: 'Es würde sich nichts ändern.',
  changed: (many, of) => `${records(many, of)} ${plural(many, { one: 'wurde', other: 'wurden' })} geändert`,
  deleted: (many, of) => `${records(many, of)} ${plural(many, { one: 'wurde', other: 'wurden' })} gelöscht`,
  partly: (many, total) => `${count(many)} von ${recordsAfterOf(total)} wurden vorher geschrieben:`,
  stale: 'Diese Datensätze haben sich inzwischen geändert. Weiter wurde nichts geschrieben; so sähe es jetzt aus.',
  reasons: {
    gone: 'Er wurde gelöscht, oder Sie dürfen ihn nicht mehr sehen.',
    stale: 'Jemand hat ihn geändert, seit Sie ihn gesehen haben.',
    notPermitted: 'Sie dürfen das nicht.',
    notTried: 'Nicht versucht: Zu viele andere wurden abgelehnt.',
  },
}
