import type { Words } from '../Words.ts'

/** The words about what others change meanwhile, in French. */
export const liveWords: Words['live'] = {
  was: (value) => `Modifié à l’instant. C’était : ${value}`,
  changed: 'La liste a changé.',
  show: 'L’afficher telle qu’elle est',
  record: (who, fields) => `${who} vient de modifier ${fields}`,
}
