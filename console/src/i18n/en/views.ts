import { calendarWords } from './calendar.ts'

/** The words of saved views in English. */
export const viewsWords = {
  title: 'Views',
  calendar: calendarWords,
  all: 'All',
  save: 'Save view',
  saveAs: 'Save as…',
  declared: 'Managed in code',
  layout: 'Layout',
  grid: 'Grid',
  boardBy: (field: string) => `Board by ${field}`,
  calendarBy: (field: string) => `Calendar by ${field}`,
  saveChanges: 'Save changes',
  name: 'Name of the view',
  change: (name: string) => `Change the view ${name}`,
  rename: 'Rename',
  pin: 'Show on others’ home pages',
  pinHelp: 'The home page of those it is shared with shows it with its total.',
  shared: 'Shared with',
  sharedHelp: 'The users of these roles see the view, and in it only what they may see themselves.',
  noRoles: 'There is no role that you may see.',
  delete: 'Delete the view',
  saved: (name: string) => `The view ${name} was saved.`,
  deleted: (name: string) => `The view ${name} was deleted.`,
  gone: 'There is no such view, or it is no longer shared with you.',
  changed: 'changed',
}
