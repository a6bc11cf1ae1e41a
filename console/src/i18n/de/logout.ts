import type { Words } from '../Words.ts'
import { count, plural } from './numbers.ts'

/** The words of a logout that loses what is not saved, in German. */
export const logoutWords: Words['logout'] = {
  title: 'Ohne Speichern abmelden?',
  edits: (edits) =>
    plural(edits, {
      one: '1 Änderung aus „Zellen bearbeiten“ ist noch nicht gespeichert und geht verloren.',
      other: `${count(edits)} Änderungen aus „Zellen bearbeiten“ sind noch nicht gespeichert und gehen verloren.`,
    }),
  drafts: (forms) =>
    plural(forms, {
      one: '1 Formular ist noch nicht gespeichert: Was Sie eingegeben haben, geht verloren.',
      other: `${count(forms)} Formulare sind noch nicht gespeichert: Was Sie eingegeben haben, geht verloren.`,
    }),
  stay: 'Bleiben',
}
