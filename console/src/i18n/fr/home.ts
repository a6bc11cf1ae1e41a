import type { Words } from '../Words.ts'

/** The words of the home page in French. */
export const homeWords: Words['home'] = {
  drafts: 'Pas encore enregistré',
  recent: 'Ouverts récemment',
  first: 'Il n’y a pas encore d’enregistrements. Trois étapes pour commencer :',
  addModel: 'Déclarer vos modèles',
  addModelHelp: 'Un modèle est un fichier TypeScript. Après un ajout ou une modification, mettez la base à jour :',
  addRecord: 'Créer le premier enregistrement',
  addRecordHelp: 'Ici, ou par une requête avec une clé d’API :',
  addUser: 'Donner accès à d’autres',
  addUserHelp: 'Les utilisateurs peuvent faire ce que leurs rôles permettent. Ajoutez-en un avec un de vos rôles :',
  copy: (step) => `Copier la commande : ${step}`,
}
