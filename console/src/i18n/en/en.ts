import { mergeWords, recordWords, statesWords, whyWords } from './record.ts'
import { count, plural } from './numbers.ts'
import { accessWords, ruleFormWords, seeAsWords } from './access.ts'
import { userWords, whyScreenWords } from './user.ts'
import { changesWords, undoWords } from './changes.ts'
import { chartWords } from './chart.ts'
import { apiWords } from './api.ts'
import { bulkWords } from './bulk.ts'
import { columnsWords } from './columns.ts'
import { criteriaWords } from './criteria.ts'
import { keysWords } from './keys.ts'
import { homeWords } from './home.ts'
import { demoWords } from './demo.ts'
import { editWords } from './edit.ts'
import { liveWords } from './live.ts'
import { actionWords } from './action.ts'
import { failureWords } from './failure.ts'
import { faultWords } from './fault.ts'
import { logoutWords } from './logout.ts'
import { bulkEditWords } from './bulkEdit.ts'
import { workWords } from './work.ts'
import { paletteWords } from './palette.ts'
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
  frame: {
    home: 'Home',
    models: 'Models',
    access: 'Access',
    me: 'Your account',
    logout: 'Log out',
    notLoggedOut: 'Logging out failed: you may still be logged in.',
    skip: 'Skip to content',
    navigation: 'Navigation',
    theme: 'Theme',
    themes: { system: 'as the system', light: 'light', dark: 'dark' },
  },
  keys: keysWords,
  failure: failureWords,
  list: {
    total: (from: number, to: number, total: number | undefined) =>
      total === undefined
        ? `${count(from)}–${count(to)}`
        : total === 0
          ? 'No records'
          : `${count(from)}–${count(to)} of ${count(total)}`,
    new: (model: string) => `New ${model}`,
    find: 'Find',
    clear: 'Clear',
    next: 'Next page',
    previous: 'Previous page',
    first: 'First page',
    last: 'Last page',
    rows: 'Rows per page',
    none: (model: string) => `There are no records of ${model} yet.`,
    noneSeen: (model: string) => `There are no records of ${model} that you may see.`,
    why: 'Why?',
    noneMatch: 'No record matches.',
    lostFilter: 'This filter is too long for an address. The tab that made it has it: save it there as a view.',
    withoutFilter: 'Show all records',
    columns: 'Columns',
    deleted: 'Deleted records',
    selectAll: 'Select all on this page',
    select: (title: string) => `Select ${title}`,
    peek: 'Peek',
    closePeek: 'Close',
    beside: (title: string) => `${title}, beside the list`,
    openRecord: 'Open',
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
    title: (title: string) => `Delete ${title}?`,
    looking: 'Looking at what refers to it…',
    also: (deleted: number, cleared: number) =>
      deleted + cleared === 0
        ? 'No other record is touched. You can bring it back afterwards.'
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
    cancel: 'Keep it',
  },
  models: {
    model: 'Model',
    name: 'Name',
    field: 'Field',
    fields: 'Fields',
    type: 'Type',
    options: 'Options',
    may: 'You may',
    mayDo: (actions: string) => `You may: ${actions || 'nothing'}`,
    records: 'Show its records',
    requests: 'Requests',
  },
  me: {
    language: 'Language',
    languageHelp: 'Of this console, in this browser. The labels of models stay as they are declared.',
    languageOfBrowser: (language: string) => `As the browser: ${language}`,
    name: 'Name',
    roles: 'Roles',
    admin: 'Administrator: may do everything',
    since: 'Logged in since',
    password: 'Password',
    old: 'Current password',
    next: 'New password',
    rule: 'At least 12 characters. It ends your other sessions.',
    change: 'Change the password',
    changed: 'Your password was changed.',
    sessions: 'Other sessions',
    sessionsHelp: 'Logs you out on all other devices and browsers.',
    end: 'End other sessions',
    ended: (total: number) =>
      plural(total, { one: '1 session was ended', other: `${count(total)} sessions were ended` }),
  },
  home: homeWords,
  deleted: { none: 'Nothing was deleted, as far as the history goes back.', restore: 'Bring back' },
  history: {
    slider: 'Versions of this record',
    version: (version: number) => `Version ${version}`,
    operations: {
      create: (who: string, when: string) => `created by ${who}, ${when}`,
      update: (who: string, when: string) => `changed by ${who}, ${when}`,
      delete: (who: string, when: string) => `deleted by ${who}, ${when}`,
      restore: (who: string, when: string) => `restored by ${who}, ${when}`,
    },
    restore: 'Bring this version back',
    restoreNeeds: (model: string) =>
      `You may not: it takes the right to read, create and change all records of ${model} with all their fields.`,
    wasDeleted: 'The record was deleted here. Choose an earlier version to bring it back.',
  },
  value: {
    none: '—',
    yes: 'Yes',
    no: 'No',
    somebody: 'the service',
    link: (id: number) => `#${id}`,
    percent: (figure: string) => `${figure} %`,
    utc: (moment: string) => `${moment} UTC`,
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
