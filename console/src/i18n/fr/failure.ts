import type { Words } from '../Words.ts'

/** What is said if something fails. */
export const failureWords: Words['failure'] = {
  title: 'Cela n’a pas fonctionné',
  again: 'Réessayer',
  request: (id) => `Requête ${id}`,
  noAnswer: 'Le service est injoignable. Vérifiez le réseau ; les lectures sont répétées.',
  notCopied: 'Copie impossible ici : sélectionnez le texte',
  notFound: 'Cet enregistrement n’existe pas, ou vous ne pouvez pas le voir.',
  unknownModel: (name) => `Le modèle ${name} n’existe pas, ou vous ne pouvez pas le voir.`,
  unknownAddress: 'Il n’y a rien à cette adresse.',
}
