import type { Words } from '../Words.ts'

/** The words of the comments on a record, in German. */
export const commentsWords: Words['comments'] = {
  write: 'Kommentar schreiben',
  hint: 'Kommentar, @ erwähnt jemanden…',
  send: 'Kommentieren',
  edit: 'Bearbeiten',
  cancel: 'Abbrechen',
  sure: 'Diesen Kommentar löschen?',
  edited: 'bearbeitet',
  about: (field) => `zu ${field}`,
  people: 'Personen zum Erwähnen',
}
