import type { Words } from '../Words.ts'

/** Words of one's account, in German. */
export const meWords: Words['me'] = {
  language: 'Sprache',
  languageHelp: 'Der Konsole, und der Bezeichnungen und Meldungen, wenn die Modelle sie in ihr haben.',
  languageOfBrowser: (language) => `Wie der Browser: ${language}`,
  timeZone: 'Zeitzone',
  timeZoneHelp: 'In ihr werden Uhrzeiten gezeigt. Ihr Konto merkt sie sich.',
  timeZoneOfBrowser: (zone) => `Wie der Browser: ${zone}`,
  noTimeZone: 'Diese Zeitzone gibt es nicht.',
  letters: 'Tastenkürzel aus einem Buchstaben',
  lettersHelp: 'In diesem Browser. Tasten mit Strg oder Alt, Pfeile, Eingabe und Escape wirken in jedem Fall.',
  lettersOn: 'Ein',
  lettersOff: 'Aus',
  name: 'Name',
  roles: 'Rollen',
  admin: 'Administrator: darf alles',
  since: 'Angemeldet',
  password: 'Passwort',
  old: 'Jetziges Passwort',
  next: 'Neues Passwort',
  rule: 'Mindestens 12 Zeichen. Ihre anderen Sitzungen werden beendet.',
  change: 'Passwort ändern',
  changed: 'Ihr Passwort wurde geändert.',
}
