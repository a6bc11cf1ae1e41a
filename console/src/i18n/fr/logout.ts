import type { Words } from '../Words.ts'
import { count, plural } from './numbers.ts'

/** The words of a logout that loses what is not saved, in French. */
export const logoutWords: Words['logout'] = {
  title: 'Se déconnecter sans enregistrer ?',
  edits: (edits) =>
    plural(edits, {
      one: `${count(edits)} modification de « Modifier les cellules » n’est pas enregistrée et sera perdue.`,
      other: `${count(edits)} modifications de « Modifier les cellules » ne sont pas enregistrées et seront perdues.`,
    }),
  drafts: (forms) =>
    plural(forms, {
      one: '1 formulaire n’est pas enregistré : ce que vous avez saisi sera perdu.',
      other: `${count(forms)} formulaires ne sont pas enregistrés : ce que vous avez saisi sera perdu.`,
    }),
  stay: 'Rester',
}
