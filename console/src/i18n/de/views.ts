import type { Words } from '../Words.ts'

/** The words of saved views in German. */
export const viewsWords: Words['views'] = {
  title: 'Ansichten',
  all: 'Alle',
  save: 'Als Ansicht speichern',
  saveChanges: 'Änderungen speichern',
  name: 'Name der Ansicht',
  change: (name) => `Ansicht ${name} ändern`,
  rename: 'Umbenennen',
  pin: 'Auf der Startseite anheften',
  pinHelp: 'Die Startseite zeigt sie mit ihrer Anzahl.',
  shared: 'Geteilt mit',
  sharedHelp: 'Die Benutzer dieser Rollen sehen die Ansicht, und darin nur, was sie selbst sehen dürfen.',
  noRoles: 'Es gibt keine Rolle, die Sie sehen dürfen.',
  delete: 'Ansicht löschen',
  saved: (name) => `Die Ansicht ${name} wurde gespeichert.`,
  deleted: (name) => `Die Ansicht ${name} wurde gelöscht.`,
  gone: 'Diese Ansicht gibt es nicht, oder sie ist nicht mehr mit Ihnen geteilt.',
  changed: 'geändert',
  pinned: 'Angeheftete Ansichten',
}
