import { count, plural } from './numbers.ts'

/** The words of the lines of a record, which its form edits. */
export const linesWords = {
  add: (column: string) => `${column}…`,
  new: 'New line',
  line: (number: number) => `Line ${count(number)}`,
  place: (number: number, column: string) => `Line ${count(number)}, ${column}:`,
  changed: 'Changed',
  added: 'New',
  removed: 'Taken out',
  remove: 'Take out',
  bringBack: 'Bring back',
  isBack: 'The line is back.',
  total: (many: number) => plural(many, { one: '1 line', other: `${count(many)} lines` }),
  wouldBe: 'would be, not saved yet',
  asSaved: 'as saved',
  asSavedUntil: (number: number) => `as saved · counted again once line ${count(number)} is mended`,
  counting: 'counting…',
  mayNotAdd: (label: string) => `You may not add to ${label}.`,
}
