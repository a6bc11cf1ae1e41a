import type { Words } from '../Words.ts'

/** The words of edits in a list in French. */
export const editWords: Words['edit'] = {
  edit: (field, title) => `${field} de ${title}`,
  saved: (field, title) => `Enregistré : ${field} de ${title}.`,
  merged: (field, title) => `Enregistré : ${field} de ${title}. Les modifications des autres y sont aussi.`,
  notSaved: (field, title, why, typed) => `Non enregistré : ${field} de ${title} (vous avez saisi ${typed}) : ${why}`,
  undone: (field, title) => `De nouveau comme avant : ${field} de ${title}.`,
  clash: (now) => `Quelqu’un l’a modifié entre-temps : la valeur est maintenant ${now}.`,
  saveOver: 'Entrée enregistre la vôtre.',
  outside: 'n’est plus dans cette liste',
}
