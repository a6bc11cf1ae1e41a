import type { Words } from '../Words.ts'
import { calendarWords } from './calendar.ts'

/** The words of saved views in French. */
export const viewsWords: Words['views'] = {
  title: 'Vues',
  calendar: calendarWords,
  all: 'Tous',
  save: 'Enregistrer la vue',
  saveAs: 'Enregistrer sous…',
  declared: 'Définie dans le code',
  layout: 'Disposition',
  grid: 'Tableau',
  boardBy: (field) => `Kanban par ${field}`,
  calendarBy: (field) => `Calendrier par ${field}`,
  saveChanges: 'Enregistrer les modifications',
  name: 'Nom de la vue',
  change: (name) => `Modifier la vue ${name}`,
  rename: 'Renommer',
  pin: 'Afficher à l’accueil des autres',
  pinHelp: 'L’accueil de ceux avec qui elle est partagée l’affiche avec son total.',
  shared: 'Partagée avec',
  sharedHelp:
    'Les utilisateurs de ces rôles voient la vue, et dans celle-ci seulement ce qu’ils peuvent voir eux-mêmes.',
  noRoles: 'Il n’y a aucun rôle que vous puissiez voir.',
  delete: 'Supprimer la vue',
  saved: (name) => `La vue ${name} a été enregistrée.`,
  deleted: (name) => `La vue ${name} a été supprimée.`,
  gone: 'Cette vue n’existe pas, ou n’est plus partagée avec vous.',
  changed: 'modifiée',
}
