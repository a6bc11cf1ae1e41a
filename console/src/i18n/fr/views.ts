import type { Words } from '../Words.ts'

/** The words of saved views in French. */
export const viewsWords: Words['views'] = {
  title: 'Vues',
  all: 'Tous',
  save: 'Enregistrer comme vue',
  saveChanges: 'Enregistrer les modifications',
  name: 'Nom de la vue',
  change: (name) => `Modifier la vue ${name}`,
  rename: 'Renommer',
  pin: 'Épingler à l’accueil',
  pinHelp: 'La page d’accueil l’affiche avec son total.',
  shared: 'Partagée avec',
  sharedHelp:
    'Les utilisateurs de ces rôles voient la vue, et dans celle-ci seulement ce qu’ils peuvent voir eux-mêmes.',
  noRoles: 'Il n’y a aucun rôle que vous puissiez voir.',
  delete: 'Supprimer la vue',
  saved: (name) => `La vue ${name} a été enregistrée.`,
  deleted: (name) => `La vue ${name} a été supprimée.`,
  gone: 'Cette vue n’existe pas, ou n’est plus partagée avec vous.',
  changed: 'modifiée',
  pinned: 'Vues épinglées',
}
