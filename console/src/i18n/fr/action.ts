import type { Words } from '../Words.ts'

/** The words of actions of the application, in French. */
export const actionWords: Words['action'] = {
  title: 'Actions',
  cancel: 'Annuler',
  close: 'Fermer',
  check: 'Vérifier d’abord',
  running: 'En cours…',
  refused: 'Cela n’a pas été fait',
  cant: (action, why) => `« ${action} » est impossible : ${why}`,
  wouldWork: 'Cela réussirait. Rien n’a été écrit.',
  done: (action) => `Fait : ${action}`,
}
