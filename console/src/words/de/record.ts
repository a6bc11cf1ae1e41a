import type { Words } from '../Words.ts'
import { count, plural } from './numbers.ts'

/** The words of a record and its form in German. */
export const recordWords: Words['record'] = {
  save: 'Speichern',
  saving: 'Wird gespeichert …',
  create: 'Anlegen',
  saved: (version) => `Als Version ${version} gespeichert`,
  merged: (fields) => `Gespeichert. Was andere inzwischen geändert haben, ist mit dabei: ${fields}`,
  discard: 'Änderungen verwerfen',
  delete: 'Löschen',
  created: (title) => `${title} wurde angelegt`,
  deleted: (title) => `${title} wurde gelöscht`,
  history: 'Verlauf',
  undo: 'Rückgängig machen',
  version: (version) => `Version ${version}`,
  changed: (many) => plural(many, { one: '1 Feld geändert', other: `${count(many)} Felder geändert` }),
  was: (value) => `Vorher: ${value}`,
  takeBack: 'Zurücknehmen',
  updatedBy: (who, when) => `Zuletzt geändert von ${who}, ${when}`,
  restoredDraft: 'Diese Änderungen sind noch nicht gespeichert. Dieser Browser hat sie aufgehoben.',
  secret: 'Es lässt sich nur setzen. Was gespeichert ist, wird nie gezeigt.',
  faults: (many) =>
    plural(many, {
      one: '1 Feld braucht Ihre Aufmerksamkeit',
      other: `${count(many)} Felder brauchen Ihre Aufmerksamkeit`,
    }),
  mayNot: (what) => `${what}: Sie dürfen das nicht. Warum?`,
  lost: 'Die Antwort ging verloren: Ob Ihre Änderungen gespeichert sind, ist nicht bekannt. Es wird nachgefragt …',
  askNow: 'Jetzt fragen',
  moved: (who, fields) => `Inzwischen geändert von ${who}: ${fields}.`,
  others: 'anderen',
  movedAlong: 'Es verträgt sich mit Ihren Änderungen.',
  movedClash: 'Sie haben es auch geändert.',
  look: 'Ansehen',
  takeIn: 'Im Formular zeigen',
  gone: (who, when) => `Dieser Datensatz wurde von ${who} gelöscht, ${when}. Ihre Eingaben sind noch da.`,
  goneUnknown:
    'Dieser Datensatz wurde inzwischen gelöscht, oder Sie dürfen ihn nicht mehr sehen. Ihre Eingaben sind noch da.',
  bringBack: 'Mit meinen Änderungen zurückholen',
  copyValues: 'Meine Werte kopieren',
  copied: 'Kopiert',
  openLinked: (title) => `${title} öffnen`,
  calendar: 'Kalender',
  previousMonth: 'Voriger Monat',
  nextMonth: 'Nächster Monat',
  preview: 'Formatiert',
  call: (number) => `${number} anrufen`,
  whole: (many) => (many === undefined ? 'Alle zeigen' : `Alle ${count(many)} zeigen`),
  add: (label) => `Neu: ${label}`,
  noMembers: 'Noch keine.',
}

/** The words of a merge in German. */
export const mergeWords: Words['merge'] = {
  title: (many) =>
    plural(many, { one: 'Jemand hat dasselbe Feld geändert', other: 'Jemand hat dieselben Felder geändert' }),
  explain: 'Ihre Änderung ist noch nicht gespeichert. Wählen Sie für jedes Feld, welcher Wert bleibt.',
  saw: 'Sie sahen',
  now: 'Jetzt ist es',
  yours: 'Ihres',
  takeTheirs: 'Fremden Wert behalten',
  takeYours: 'Meinen nehmen',
  other: 'Etwas anderes',
  toDecide: (many) => plural(many, { one: '1 zu entscheiden', other: `${count(many)} zu entscheiden` }),
  along: (mine, theirs) => `${count(mine)} von Ihnen und ${count(theirs)} von anderen vertragen sich`,
  by: (who, when) => `${who}, ${when}`,
  unknownBase:
    'Der Verlauf weiß nicht mehr, was Sie gesehen haben. Deshalb wird nach jedem Feld gefragt, das von Ihrem abweicht.',
  yoursAlong: 'Ihre',
  theirsAlong: 'Die der anderen',
  members: 'Auch diese Datensätze sind im Konflikt. Öffnen Sie sie, und entscheiden Sie dort:',
  member: {
    deleted: (who) => `${who} hat ihn gelöscht`,
    moved: (who) => `${who} hat ihn einem anderen Datensatz zugeordnet`,
    removed: (who) => `Sie haben ihn entfernt, und ${who} hat ihn geändert`,
    changed: (who, field) => `${who} hat ${field} geändert`,
  },
  secret: 'Ein Geheimnis: Seine Werte werden nicht gezeigt.',
}

/** The words about what is allowed, in German. */
export const whyWords: Words['why'] = {
  title: (action, what) => `Dürfen Sie ${what} ${action}?`,
  actions: { read: 'ansehen', create: 'anlegen', update: 'ändern', delete: 'löschen' },
  yes: 'Ja.',
  some: 'Einige davon.',
  no: 'Nein.',
  field: (label) => `Das Feld ${label} ist keines von denen, die Ihre Regeln Sie ändern lassen.`,
  rules: 'Die geprüften Regeln',
  noRules: 'Keine Regel betrifft diese Datensätze.',
  everybody: 'Jeder Benutzer',
  rule: (allows) => `darf ${allows}`,
  where: 'unter der Bedingung:',
  hidden: 'unter einer Bedingung, die Sie nicht sehen dürfen',
  sees: (names) => `sieht nur ${names}`,
  sets: (names) => `setzt nur ${names}`,
  noField: 'kein Feld',
  met: 'erfüllt',
  notMet: 'nicht erfüllt',
  notAllowed: 'erlaubt das nicht',
  always: 'immer',
  ask: 'Ein Administrator kann das ändern. Ein Text, den Sie ihm schicken können:',
  request: (who, action, what, address) => `Bitte geben Sie mir (${who}) das Recht „${what} ${action}“: ${address}`,
  copy: 'Text kopieren',
  close: 'Schließen',
  changeRule: 'Diese Regel ändern',
  and: 'und',
  or: 'oder',
  not: (what) => `nicht (${what})`,
}

/** The words about the session and the network, in German. */
export const statesWords: Words['states'] = {
  ending: (when) => `Um ${when} werden Sie abgemeldet, wenn Sie nicht weitermachen.`,
  endingFully: (when) => `Ihre Sitzung endet um ${when}. Melden Sie sich dann wieder an; keine Eingabe geht verloren.`,
  stay: 'Angemeldet bleiben',
  newVersion: 'Es gibt eine neue Version der Konsole. Laden Sie neu, wenn es passt: Ihre Eingaben bleiben erhalten.',
  reload: 'Neu laden',
  restarting: 'Der Dienst startet neu. Sie können weiter tippen: Die Konsole macht weiter, sobald er antwortet.',
  away: 'Der Dienst ist nicht erreichbar. Was Sie sehen, kann alt sein; was Sie eingeben, bleibt erhalten.',
}
