import type { Words } from '../Words.ts'
import { accessWords, ruleFormWords, seeAsWords } from './access.ts'
import { apiWords } from './api.ts'
import { bulkWords } from './bulk.ts'
import { changesWords, undoWords } from './changes.ts'
import { chartWords } from './chart.ts'
import { columnsWords } from './columns.ts'
import { criteriaWords } from './criteria.ts'
import { demoWords } from './demo.ts'
import { editWords } from './edit.ts'
import { liveWords } from './live.ts'
import { actionWords } from './action.ts'
import { failureWords } from './failure.ts'
import { faultWords } from './fault.ts'
import { logoutWords } from './logout.ts'
import { bulkEditWords } from './bulkEdit.ts'
import { workWords } from './work.ts'
import { homeWords } from './home.ts'
import { keysWords } from './keys.ts'
import { count, plural } from './numbers.ts'
import { paletteWords } from './palette.ts'
import { mergeWords, recordWords, statesWords, whyWords } from './record.ts'
import { userWords, whyScreenWords } from './user.ts'
import { viewsWords } from './views.ts'

/** The words of the console in German. */
export const de: Words = {
  language: 'de',
  direction: 'ltr',
  login: {
    title: 'Bei Tabularium anmelden',
    username: 'Benutzername',
    password: 'Passwort',
    submit: 'Anmelden',
    ended: 'Ihre Sitzung ist beendet. Melden Sie sich wieder an; nichts von Ihren Eingaben geht verloren.',
    usedLink: 'Dieser Link wurde schon benutzt oder ist zu alt. Melden Sie sich mit Ihrem Passwort an.',
  },
  frame: {
    home: 'Start',
    models: 'Modelle',
    access: 'Rechte',
    me: 'Ihr Konto',
    logout: 'Abmelden',
    notLoggedOut: 'Die Abmeldung ist fehlgeschlagen: Sie sind vielleicht noch angemeldet.',
    skip: 'Zum Inhalt springen',
    navigation: 'Navigation',
    theme: 'Farbschema',
    themes: { system: 'wie das System', light: 'hell', dark: 'dunkel' },
  },
  keys: keysWords,
  failure: failureWords,
  list: {
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
    none: (model) => `Unter ${model} gibt es noch keine Datensätze.`,
    noneSeen: (model) => `Es gibt keine Datensätze von ${model}, die Sie sehen dürfen.`,
    why: 'Warum?',
    noneMatch: 'Kein Datensatz passt.',
    lostFilter:
      'Dieser Filter ist zu lang für eine Adresse. Er liegt in seinem Tab: Speichern Sie ihn dort als Ansicht.',
    withoutFilter: 'Alle Datensätze zeigen',
    columns: 'Spalten',
    deleted: 'Gelöschte Datensätze',
    selectAll: 'Alle auf dieser Seite auswählen',
    select: (title) => `${title} auswählen`,
    peek: 'Kurzansicht',
    closePeek: 'Schließen',
    beside: (title) => `${title}, neben der Liste`,
    openRecord: 'Öffnen',
  },
  api: apiWords,
  bulk: bulkWords,
  columns: columnsWords,
  criteria: criteriaWords,
  views: viewsWords,
  palette: paletteWords,
  edit: editWords,
  bulkEdit: bulkEditWords,
  logout: logoutWords,
  action: actionWords,
  work: workWords,
  live: liveWords,
  changes: changesWords,
  undo: undoWords,
  record: recordWords,
  remove: {
    title: (title) => `${title} löschen?`,
    looking: 'Es wird nachgesehen, was darauf verweist …',
    also: (deleted, cleared) =>
      deleted + cleared === 0
        ? 'Kein anderer Datensatz ist betroffen. Sie können ihn danach zurückholen.'
        : [
            ...(deleted > 0
              ? [
                  plural(deleted, {
                    one: '1 weiterer Datensatz wird mit gelöscht.',
                    other: `${count(deleted)} weitere Datensätze werden mit gelöscht.`,
                  }),
                ]
              : []),
            ...(cleared > 0
              ? [
                  plural(cleared, {
                    one: '1 weiterer Datensatz verliert seinen Verweis darauf.',
                    other: `${count(cleared)} weitere Datensätze verlieren ihren Verweis darauf.`,
                  }),
                ]
              : []),
          ].join(' '),
    confirm: (many) => plural(many, { one: 'Löschen', other: `${count(many)} Datensätze löschen` }),
    cancel: 'Behalten',
  },
  models: {
    model: 'Modell',
    name: 'Name',
    field: 'Feld',
    fields: 'Felder',
    type: 'Typ',
    options: 'Optionen',
    may: 'Sie dürfen',
    mayDo: (actions) => `Sie dürfen: ${actions || 'nichts'}`,
    records: 'Datensätze zeigen',
    requests: 'Anfragen',
  },
  me: {
    language: 'Sprache',
    languageHelp: 'Die Sprache dieser Konsole in diesem Browser. Die Bezeichnungen der Modelle bleiben, wie sie sind.',
    languageOfBrowser: (language) => `Wie der Browser: ${language}`,
    name: 'Name',
    roles: 'Rollen',
    admin: 'Administrator: darf alles',
    since: 'Angemeldet seit',
    password: 'Passwort',
    old: 'Jetziges Passwort',
    next: 'Neues Passwort',
    rule: 'Mindestens 12 Zeichen. Ihre anderen Sitzungen werden beendet.',
    change: 'Passwort ändern',
    changed: 'Ihr Passwort wurde geändert.',
    sessions: 'Andere Sitzungen',
    sessionsHelp: 'Meldet Sie auf allen anderen Geräten und Browsern ab.',
    end: 'Andere Sitzungen beenden',
    ended: (total) =>
      plural(total, { one: '1 Sitzung wurde beendet', other: `${count(total)} Sitzungen wurden beendet` }),
  },
  home: homeWords,
  deleted: { none: 'Es wurde nichts gelöscht, soweit der Verlauf zurückreicht.', restore: 'Zurückholen' },
  history: {
    slider: 'Versionen dieses Datensatzes',
    version: (version) => `Version ${version}`,
    operations: {
      create: (who, when) => `angelegt von ${who}, ${when}`,
      update: (who, when) => `geändert von ${who}, ${when}`,
      delete: (who, when) => `gelöscht von ${who}, ${when}`,
      restore: (who, when) => `wiederhergestellt von ${who}, ${when}`,
    },
    restore: 'Diese Version zurückholen',
    restoreNeeds: (model) =>
      `Das dürfen Sie nicht: Dafür braucht es das Recht, alle Datensätze von ${model} mit allen Feldern zu lesen, ` +
      'anzulegen und zu ändern.',
    wasDeleted: 'Hier wurde der Datensatz gelöscht. Wählen Sie eine frühere Version, um ihn zurückzuholen.',
  },
  value: {
    none: '—',
    yes: 'Ja',
    no: 'Nein',
    somebody: 'Tabularium',
    link: (id) => `#${id}`,
    percent: (figure) => `${figure} %`,
    utc: (moment) => `${moment} UTC`,
  },
  fault: faultWords,
  why: whyWords,
  access: accessWords,
  rule: ruleFormWords,
  seeAs: seeAsWords,
  user: userWords,
  whyScreen: whyScreenWords,
  states: statesWords,
  merge: mergeWords,
  demo: demoWords,
  chart: chartWords,
}
