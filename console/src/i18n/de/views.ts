import type { Words } from '../Words.ts'
import { calendarWords } from './calendar.ts'

/** The words of saved views in German. */
export const viewsWords: Words['views'] = {
  title: 'Ansichten',
  calendar: calendarWords,
  all: 'Alle',
  save: 'Ansicht speichern',
  saveAs: 'Speichern als …',
  declared: 'Steht im Code',
  layout: 'Anordnung',
  grid: 'Tabelle',
  boardBy: (field) => `Board nach ${field}`,
  calendarBy: (field) => `Kalender nach ${field}`,
  saveChanges: 'Änderungen speichern',
  name: 'Name der Ansicht',
  change: (name) => `Ansicht ${name} ändern`,
  rename: 'Umbenennen',
  pin: 'Auf der Startseite der anderen zeigen',
  pinHelp: 'Die Startseite derer, mit denen sie geteilt ist, zeigt sie mit ihrer Anzahl.',
  shared: 'Geteilt mit',
  sharedHelp: 'Die Benutzer dieser Rollen sehen die Ansicht, und darin nur, was sie selbst sehen dürfen.',
  noRoles: 'Es gibt keine Rolle, die Sie sehen dürfen.',
  delete: 'Ansicht löschen',
  saved: (name) => `Die Ansicht ${name} wurde gespeichert.`,
  deleted: (name) => `Die Ansicht ${name} wurde gelöscht.`,
  gone: 'Diese Ansicht gibt es nicht, oder sie ist nicht mehr mit Ihnen geteilt.',
  changed: 'geändert',
}
