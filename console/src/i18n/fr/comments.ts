import type { Words } from '../Words.ts'

/** The words of the comments on a record, in French. */
export const commentsWords: Words['comments'] = {
  write: 'Écrire un commentaire',
  hint: 'Commentaire, @ pour mentionner…',
  send: 'Commenter',
  edit: 'Modifier',
  cancel: 'Annuler',
  sure: 'Supprimer ce commentaire ?',
  edited: 'modifié',
  about: (field) => `à propos de ${field}`,
  people: 'Personnes à mentionner',
}
