import type { Words } from '../Words.ts'
import { aboutWords } from './about.ts'
import { accessWords, ruleFormWords, seeAsWords } from './access.ts'
import { apiWords } from './api.ts'
import { archiveWords } from './archive.ts'
import { bulkWords } from './bulk.ts'
import { activityWords } from './activity.ts'
import { changesWords, undoWords } from './changes.ts'
import { chartWords } from './chart.ts'
import { columnsWords } from './columns.ts'
import { criteriaWords } from './criteria.ts'
import { demoWords } from './demo.ts'
import { editWords } from './edit.ts'
import { boardWords } from './board.ts'
import { linksWords } from './links.ts'
import { linesWords } from './lines.ts'
import { liveWords } from './live.ts'
import { commentsWords } from './comments.ts'
import { noticesWords } from './notices.ts'
import { actionWords } from './action.ts'
import { failureWords } from './failure.ts'
import { faultWords } from './fault.ts'
import { refusalWords } from './refusal.ts'
import { listWords } from './list.ts'
import { logoutWords } from './logout.ts'
import { factorsWords } from './factors.ts'
import { signInWords } from './signIn.ts'
import { bulkEditWords } from './bulkEdit.ts'
import { workWords } from './work.ts'
import { dashboardWords } from './dashboard.ts'
import { favoritesWords } from './favorites.ts'
import { gridWords } from './grid.ts'
import { homeWords } from './home.ts'
import { keysWords } from './keys.ts'
import { count, plural, several } from './numbers.ts'
import { meWords } from './me.ts'
import { modelsWords } from './models.ts'
import { paletteWords } from './palette.ts'
import { pasteWords } from './paste.ts'
import { pivotWords } from './pivot.ts'
import { mergeWords, recordWords, statesWords, whyWords } from './record.ts'
import { userWords, whyScreenWords } from './user.ts'
import { trailWords } from './trail.ts'
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
  signIn: signInWords,
  factors: factorsWords,
  frame: {
    home: 'Start',
    models: 'Modelle',
    access: 'Benutzer und Rollen',
    me: 'Ihr Konto',
    search: 'Suchen',
    settings: 'Einstellungen',
    fold: 'Navigation einklappen',
    logout: 'Abmelden',
    notLoggedOut: 'Die Abmeldung ist fehlgeschlagen: Sie sind vielleicht noch angemeldet.',
    skip: 'Zum Inhalt springen',
    more: 'Weitere',
    navigation: 'Navigation',
    menu: 'Menü',
    theme: 'Farbschema',
    themes: { system: 'wie das System', light: 'hell', dark: 'dunkel' },
  },
  settings: { people: 'Personen', work: 'Arbeit', service: 'Dienst' },
  about: aboutWords,
  keys: keysWords,
  failure: failureWords,
  refusal: refusalWords,
  list: listWords,
  api: apiWords,
  archive: archiveWords,
  bulk: bulkWords,
  columns: columnsWords,
  criteria: criteriaWords,
  views: viewsWords,
  pivot: pivotWords,
  palette: paletteWords,
  edit: editWords,
  bulkEdit: bulkEditWords,
  logout: logoutWords,
  action: actionWords,
  comments: commentsWords,
  notices: noticesWords,
  work: workWords,
  lines: linesWords,
  paste: pasteWords,
  board: boardWords,
  live: liveWords,
  activity: activityWords,
  changes: changesWords,
  undo: undoWords,
  record: recordWords,
  remove: {
    title: (title) => `${title} löschen?`,
    looking: 'Es wird nachgesehen, was darauf verweist …',
    also: (deleted, cleared) =>
      deleted + cleared === 0
        ? 'Kein anderer Datensatz ist betroffen. Sie können ihn danach wiederherstellen.'
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
    cancel: 'Abbrechen',
  },
  models: modelsWords,
  me: meWords,
  links: linksWords,
  grid: gridWords,
  home: homeWords,
  dashboard: dashboardWords,
  favorites: favoritesWords,
  deleted: {
    none: (of, days) =>
      days === undefined
        ? `Keine gelöschten ${several(of)}.`
        : `Keine gelöschten ${several(of)} seit ${count(days)} ${days === 1 ? 'Tag' : 'Tagen'}.`,
    restore: 'Wiederherstellen',
  },
  history: {
    slider: 'Versionen dieses Datensatzes',
    version: (version) => `Version ${version}`,
    operations: {
      create: (who, when) => `angelegt von ${who}, ${when}`,
      update: (who, when) => `geändert von ${who}, ${when}`,
      delete: (who, when) => `gelöscht von ${who}, ${when}`,
      restore: (who, when) => `wiederhergestellt von ${who}, ${when}`,
    },
    restore: 'Diese Version wiederherstellen',
    restoreNeeds: (model) =>
      `Das dürfen Sie nicht: Dafür braucht es das Recht, alle Datensätze von ${model} mit allen Feldern zu lesen, ` +
      'anzulegen und zu ändern.',
    wasDeleted: 'Hier wurde der Datensatz gelöscht. Wählen Sie eine frühere Version, um ihn wiederherzustellen.',
    without: (labels) => `Ohne ${labels}: Diese dürfen Sie nicht wiederherstellen.`,
    withoutPast: (labels) => `Ohne ${labels} wiederhergestellt: Der Verlauf hat sie nicht mehr.`,
    by: 'Von',
    unknownLines: 'In dieser Liste waren zu viele Datensätze, um zu sagen, welche es waren.',
  },
  value: {
    none: '—',
    yes: 'Ja',
    no: 'Nein',
    somebody: 'Tabularium',
    link: (id) => `#${id}`,
    retired: (label: string) => `${label}: nicht mehr in Gebrauch`,
    someOf: (many, of) => `${many} von ${of}`,
    final: 'endgültig',
    retiredMark: 'nicht mehr in Gebrauch',
    percent: (figure) => `${figure} %`,
    utc: (moment) => `${moment} UTC`,
  },
  fault: faultWords,
  why: whyWords,
  access: accessWords,
  rule: ruleFormWords,
  seeAs: seeAsWords,
  trail: trailWords,
  user: userWords,
  whyScreen: whyScreenWords,
  states: statesWords,
  merge: mergeWords,
  demo: demoWords,
  chart: chartWords,
}
