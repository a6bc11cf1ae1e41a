import { count, plural } from './numbers.ts'

/** The words of a logout that loses what is not saved, in English. */
export const logoutWords = {
  title: 'Log out without saving?',
  edits: (edits: number) =>
    plural(edits, {
      one: '1 change of “Edit cells” is not saved yet and will be lost.',
      other: `${count(edits)} changes of “Edit cells” are not saved yet and will be lost.`,
    }),
  drafts: (forms: number) =>
    plural(forms, {
      one: '1 form is not saved yet: what you typed will be lost.',
      other: `${count(forms)} forms are not saved yet: what you typed will be lost.`,
    }),
  stay: 'Stay',
}
