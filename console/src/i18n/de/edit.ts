import type { Words } from '../Words.ts'

/** The words of edits in a list in German. */
export const editWords: Words['edit'] = {
  edit: (field, title) => `${field} von ${title}`,
  saved: (field, title) => `${field} von ${title} wurde gespeichert.`,
  merged: (field, title) => `${field} von ${title} wurde gespeichert. Änderungen anderer sind mit dabei.`,
  notSaved: (field, title, why, typed) =>
    `${field} von ${title} wurde nicht gespeichert (Ihre Eingabe: ${typed}): ${why}`,
  undone: (field, title) => `${field} von ${title} ist wieder wie vorher.`,
  clash: (now) => `Jemand hat es inzwischen geändert: Es ist jetzt ${now}.`,
  saveOver: 'Mit Enter überschreiben Sie es.',
  outside: 'nicht mehr in dieser Liste',
}
