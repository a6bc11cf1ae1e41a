import { type Noun, toSmall } from '../Noun.ts'
import { count, plural, records } from './numbers.ts'

/** The words of boards in English. */
export const boardWords = {
  title: (many: Noun, field: string) => `${many.plural ?? many.label} by ${field}`,
  column: (label: string, many: number, of: Noun) => `${label}, ${records(many, of)}`,
  sum: (field: string, figure: string) => `Sum of ${field}: ${figure}`,
  help:
    'Space takes the card, the arrows to the left and right carry it, ' +
    'Space drops it and Escape puts it back. ' +
    'Shift with Space or with an arrow selects several.',
  noField: 'This board has no field that makes columns. Choose a choice, a yes or no, or a reference.',
  tooMany: (field: string, most: number) =>
    `${field} has more than ${count(most)} values. A board has no more columns than that.`,
  none: (column: string) => `None of them may go to ${column}`,
  onlyOne: (action: string, of: Noun) => `${action} takes one ${toSmall(of.label)} at a time`,
  onlyActions: (field: string) => `Only actions change ${field}`,
  mayNot: (field: string, of: Noun) => `You may not change ${field} of this ${toSmall(of.label)}`,
  required: (field: string) => `${field} must have a value`,
  final: (value: string) => `${value} is final`,
  cantFollow: (value: string, before: string) => `${value} can’t follow ${before}`,
  dropRun: (action: string) => `Drop to ${action.charAt(0).toLowerCase()}${action.slice(1)}`,
  dropSet: (value: string) => `Drop to set ${value}`,
  dropSome: (many: number, of: number) => `${count(many)} of ${count(of)} may go there.`,
  dropBack: 'It was here',
  undoable: 'Undo works until the next change.',
  taken: (what: string, column: string) =>
    `${what} taken from ${column}. Arrows carry it, Space drops it, Escape puts it back.`,
  says: (column: string, text: string) => `${column}: ${text}`,
  noFurther: 'There is no column further that way that it may go to.',
  back: (what: string, column: string) => `${what} is back in ${column}.`,
  busy: (title: string) => `${title} is being saved.`,
  moved: (title: string, from: string, to: string) => `${title}: ${from} → ${to}`,
  merged: 'Changes of others are in it too.',
  lost: 'Not known yet whether it was saved. Asking again…',
  movedBy: (who: string, to: string, ago: string) => `${who} moved it to ${to}, ${ago}.`,
  moveAnyway: 'Move anyway',
  fault: (field: string, fault: string) => `${field} ${fault}`,
  mend: 'Open and mend',
  selected: 'selected',
  menu: (title: string) => `Move ${title} to…`,
  more: (many: number) => `Show ${count(many)} more`,
  moreLanes: (many: number) =>
    plural(many, { one: '1 more lane is not shown.', other: `${count(many)} more lanes are not shown.` }),
}
