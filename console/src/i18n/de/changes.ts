import type { Words } from '../Words.ts'
import { count, plural, records } from './numbers.ts'

/** The words about what was written to several records at once, in German. */
export const changesWords: Words['changes'] = {
  title: 'Änderungen',
  about: 'Was in mehrere Datensätze auf einmal geschrieben wurde, Neuestes zuerst.',
  aboutOwn: 'Was Sie in mehrere Datensätze auf einmal geschrieben haben, Neuestes zuerst.',
  none: 'Noch wurde nichts in mehrere Datensätze auf einmal geschrieben.',
  noneMatch: 'Keine Änderung passt.',
  missing: 'Diese Änderung gibt es nicht, oder Sie dürfen sie nicht sehen.',
  mine: 'Meine letzten Änderungen',
  all: 'Alle Änderungen',
  model: 'Modell',
  anyModel: 'Alle Modelle',
  user: 'Geändert von',
  set: (id) => `Änderung ${id}`,
  kinds: {
    create: (many) => `${records(many)} angelegt`,
    update: (many) => `${records(many)} geändert`,
    delete: (many) => `${records(many)} gelöscht`,
    restore: (many) => `${records(many)} wiederhergestellt`,
    bulk: (many) => `${records(many)} gespeichert`,
    removeAll: (many) => `${records(many)} gelöscht`,
    updateMass: (many) => `${records(many)} nach einem Filter geändert`,
    upsert: (many) => `${records(many)} angelegt oder geändert`,
    transaction: (many) => `${records(many)} zusammen geschrieben`,
    action: (many) => `Eine Aktion hat ${records(many)} geschrieben`,
    job: (many) => `Ein Auftrag hat ${records(many)} geschrieben`,
    reaction: (many) => `Eine Reaktion hat ${records(many)} geschrieben`,
    schedule: (many) => `Ein Zeitplan hat ${records(many)} geschrieben`,
    undo: (many) =>
      `Änderung an ${plural(many, { one: '1 Datensatz', other: `${count(many)} Datensätzen` })} rückgängig`,
  },
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
