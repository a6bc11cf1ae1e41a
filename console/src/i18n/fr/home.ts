import { count, plural, records } from './numbers.ts'

import type { Words } from '../Words.ts'

/** The words of the home page in French. */
export const homeWords: Words['home'] = {
  greeting: {
    morning: (name: string) => `Bonjour, ${name}`,
    afternoon: (name: string) => `Bonjour, ${name}`,
    evening: (name: string) => `Bonsoir, ${name}`,
  },
  new: 'Nouveau',
  drafts: 'Non enregistré',
  waiting: 'En attente',
  mention: 'Mention',
  failedJobs: (many: number) => plural(many, { one: '1 tâche a échoué', other: `${count(many)} tâches ont échoué` }),
  parked: (many: number, webhook: string) =>
    plural(many, {
      one: `1 envoi de ${webhook} est arrêté`,
      other: `${count(many)} envois de ${webhook} sont arrêtés`,
    }),
  forMe: (view, many, of) => `${view} : ${records(many, of)}`,
  show: 'Afficher',
  recent: 'Récents',
  noRecent: 'Les enregistrements que vous ouvrez apparaissent ici.',
  first: 'Il n’y a pas encore d’enregistrements. Trois étapes pour commencer :',
  addModel: 'Déclarer vos modèles',
  addModelHelp: 'Un modèle est un fichier TypeScript. Après un ajout ou une modification, mettez la base à jour :',
  addRecord: 'Créer le premier enregistrement',
  addRecordHelp: 'Ici, ou par une requête avec une clé d’API :',
  addUser: 'Donner accès à d’autres',
  addUserHelp: 'Les utilisateurs peuvent faire ce que leurs rôles permettent. Ajoutez-en un avec un de vos rôles :',
  copy: (step) => `Copier la commande : ${step}`,
}
