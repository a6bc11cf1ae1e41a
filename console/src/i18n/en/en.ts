import { mergeWords, recordWords, statesWords, whyWords } from './record.ts'
import { type Noun } from '../Noun.ts'
import { count, plural, several } from './numbers.ts'
import { aboutWords } from './about.ts'
import { accessWords, ruleFormWords, seeAsWords } from './access.ts'
import { userWords, whyScreenWords } from './user.ts'
import { activityWords } from './activity.ts'
import { changesWords, undoWords } from './changes.ts'
import { chartWords } from './chart.ts'
import { apiWords } from './api.ts'
import { archiveWords } from './archive.ts'
import { bulkWords } from './bulk.ts'
import { columnsWords } from './columns.ts'
import { criteriaWords } from './criteria.ts'
import { keysWords } from './keys.ts'
import { dashboardWords } from './dashboard.ts'
import { favoritesWords } from './favorites.ts'
import { gridWords } from './grid.ts'
import { homeWords } from './home.ts'
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
import { meWords } from './me.ts'
import { modelsWords } from './models.ts'
import { paletteWords } from './palette.ts'
import { pasteWords } from './paste.ts'
import { pivotWords } from './pivot.ts'
import { trailWords } from './trail.ts'
import { viewsWords } from './views.ts'

/** The words of the console in English. Each message is a function or a text; other languages have the same members. */
export const en = {
  language: 'en',
  /** How the language is written: left to right, or right to left. */
  direction: 'ltr',
  login: {
    title: 'Log in to Tabularium',
    username: 'Username',
    password: 'Password',
    submit: 'Log in',
    ended: 'Your session has ended. Log in again to go on; nothing that you typed is lost.',
    usedLink: 'This link was used already, or is too old. Log in with your password.',
  },
  signIn: signInWords,
  factors: factorsWords,
  frame: {
    home: 'Home',
    models: 'Models',
    access: 'Users and roles',
    me: 'Your account',
    search: 'Search',
    settings: 'Settings',
    fold: 'Fold the navigation',
    logout: 'Log out',
    notLoggedOut: 'Logging out failed: you may still be logged in.',
    skip: 'Skip to content',
    more: 'More',
    navigation: 'Navigation',
    menu: 'Menu',
    theme: 'Theme',
    themes: { system: 'as the system', light: 'light', dark: 'dark' },
  },
  settings: { people: 'People', work: 'Work', service: 'Service' },
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
    title: (title: string) => `Delete ${title}?`,
    looking: 'Looking at what refers to it…',
    also: (deleted: number, cleared: number) =>
      deleted + cleared === 0
        ? 'No other record is touched. You can restore it afterwards.'
        : [
            ...(deleted > 0
              ? [
                  plural(deleted, {
                    one: '1 other record is deleted with it.',
                    other: `${count(deleted)} other records are deleted with it.`,
                  }),
                ]
              : []),
            ...(cleared > 0
              ? [
                  plural(cleared, {
                    one: '1 other record loses its reference to it.',
                    other: `${count(cleared)} other records lose their reference to it.`,
                  }),
                ]
              : []),
          ].join(' '),
    confirm: (many: number) => plural(many, { one: 'Delete', other: `Delete ${count(many)} records` }),
    cancel: 'Cancel',
  },
  models: modelsWords,
  me: meWords,
  links: linksWords,
  grid: gridWords,
  home: homeWords,
  dashboard: dashboardWords,
  favorites: favoritesWords,
  deleted: {
    none: (of: Noun, days: number | undefined) =>
      days === undefined
        ? `No deleted ${several(of)}.`
        : `No deleted ${several(of)} in the last ${plural(days, { one: 'day', other: `${count(days)} days` })}.`,
    restore: 'Restore',
  },
  history: {
    slider: 'Versions of this record',
    version: (version: number) => `Version ${version}`,
    operations: {
      create: (who: string, when: string) => `created by ${who}, ${when}`,
      update: (who: string, when: string) => `changed by ${who}, ${when}`,
      delete: (who: string, when: string) => `deleted by ${who}, ${when}`,
      restore: (who: string, when: string) => `restored by ${who}, ${when}`,
    },
    restore: 'Restore this version',
    restoreNeeds: (model: string) =>
      `You may not: it takes the right to read, create and change all records of ${model} with all their fields.`,
    wasDeleted: 'The record was deleted here. Choose an earlier version to restore it.',
    without: (labels: string) => `Without ${labels}: you may not restore them.`,
    withoutPast: (labels: string) => `Restored without ${labels}: the history does not have them any more.`,
    by: 'By',
    unknownLines: 'Too many records were in this list to say what it had.',
  },
  value: {
    none: '—',
    yes: 'Yes',
    no: 'No',
    somebody: 'the service',
    link: (id: number) => `#${id}`,
    /** A value that records keep, and that nobody can choose any more. */
    retired: (label: string) => `${label}: no longer in use`,
    /** A value that no other may follow. */
    someOf: (many: number, of: number) => `${many} of ${of}`,
    final: 'final',
    retiredMark: 'no longer in use',
    percent: (figure: string) => `${figure} %`,
    utc: (moment: string) => `${moment} UTC`,
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
