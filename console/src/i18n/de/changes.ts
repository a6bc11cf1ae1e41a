import type { Words } from '../Words.ts'
import { count, plural, records } from './numbers.ts'

/** The words about what was written to several records at once, in German. */
export const changesWords: Words['changes'] = {
  title: 'Aktivität',
  none: 'Noch wurde nichts in mehrere Datensätze auf einmal geschrieben.',
  missing: 'Diese Änderung gibt es nicht, oder Sie dürfen sie nicht sehen.',
  set: (id) => `Änderung ${id}`,
  kinds: {
    create: (many, of) => `${records(many, of)} angelegt`,
    update: (many, of) => `${records(many, of)} geändert`,
    delete: (many, of) => `${records(many, of)} gelöscht`,
    restore: (many, of) => `${records(many, of)} wiederhergestellt`,
    bulk: (many, of) => `${records(many, of)} gespeichert`,
    removeAll: (many, of) => `${records(many, of)} gelöscht`,
    updateMass: (many, of) => `${records(many, of)} nach einem Filter geändert`,
    upsert: (many, of) => `${records(many, of)} angelegt oder geändert`,
    archive: (many, of) => `${records(many, of)} archiviert`,
    transaction: (many, of) => `${records(many, of)} zusammen geschrieben`,
    action: (many, of) => `Eine Aktion hat ${records(many, of)} geschrieben`,
    job: (many, of) => `Ein Auftrag hat ${records(many, of)} geschrieben`,
    reaction: (many, of) => `Eine Reaktion hat ${records(many, of)} geschrieben`,
    schedule: (many, of) => `Ein Zeitplan hat ${records(many, of)} geschrieben`,
    undo: (many, of) => `Rückgängig gemacht: ${records(many, of)}`,
  },
  one: (field, many, values, of) => `${field} (${records(many, of)})${values === '' ? '' : `: ${values}`}`,
  by: (who, when) => `${who}, ${when}`,
  undone: 'rückgängig gemacht',
  undoes: (id) => `macht Änderung ${id} rückgängig`,
  undoneBy: (id) => `Sie wurde durch Änderung ${id} rückgängig gemacht.`,
  table: 'Was geschrieben wurde',
  operations: { create: 'angelegt', update: 'geändert', delete: 'gelöscht', restore: 'wiederhergestellt' },
}

/** The words of undo, in German. */
export const undoWords: Words['undo'] = {
  set: (id) => `Änderung ${id} rückgängig machen`,
  title: 'Diese Änderung rückgängig machen?',
  stuck: 'Das lässt sich nicht rückgängig machen',
  looking: 'Es wird nachgesehen, was zurückgeht…',
  goes: (many) =>
    plural(many, {
      one: '1 Datensatz wird wieder, wie er war.',
      other: `${records(many)} werden wieder, wie sie waren.`,
    }),
  nothing: 'Nichts würde zurückgehen.',
  final: (label) => `„${label}“ ist endgültig.`,
  forGood: 'Das lässt sich nicht rückgängig machen.',
  someForGood: (many) =>
    plural(many, {
      one: 'Eine davon lässt sich nicht rückgängig machen.',
      other: `${count(many)} davon lassen sich nicht rückgängig machen.`,
    }),
  finalNow: (label, many) => `Das lässt sich nicht rückgängig machen: „${label}“ ist endgültig (${records(many)}).`,
  stays: (many) =>
    plural(many, {
      one: '1 Datensatz geht nicht oder nicht ganz zurück:',
      other: `${records(many)} gehen nicht oder nicht ganz zurück:`,
    }),
  undo: (many) => `${records(many)} zurücksetzen`,
  cancel: 'Abbrechen',
  close: 'Schließen',
  done: (many) =>
    plural(many, { one: '1 Datensatz ist wieder, wie er war', other: `${records(many)} sind wieder, wie sie waren` }),
  write: 'Diese Änderung rückgängig machen',
  written: 'Die Änderung wurde rückgängig gemacht',
  table: 'Was zurückgeht',
  now: 'Jetzt',
  later: 'Dann',
  back: { update: 'geht zurück', delete: 'wird gelöscht', restore: 'kommt zurück' },
  reasons: {
    changed: 'Jemand hat ihn seitdem geändert.',
    deleted: (who, when) => `${who} hat ihn seitdem gelöscht, ${when}.`,
    forgotten: 'Der Verlauf reicht nicht so weit zurück.',
  },
  field: 'Feld',
  after: 'Nach der Änderung',
  current: 'Jetzt',
  before: 'Vor der Änderung',
}
