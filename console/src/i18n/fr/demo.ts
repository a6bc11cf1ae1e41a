import type { Words } from '../Words.ts'

/** The words of the demo in French. */
export const demoWords: Words['demo'] = {
  demo: 'Démo',
  invite: 'Que se passe-t-il quand deux personnes modifient le même champ en même temps ?',
  try: 'Essayer un conflit',
  step: (step) => `Étape ${step} sur 3.`,
  type: (field) => `Modifiez un champ ci-dessous, par exemple ${field}. N’enregistrez pas encore.`,
  otherField: 'Modifiez un des autres champs : Robin ne saurait pas quoi y écrire.',
  ready: (field) => `Vous avez modifié ${field}. Laissez maintenant Robin, collègue imaginaire, le modifier aussi.`,
  ask: 'Laisser Robin le modifier',
  asking: 'Robin est en train d’écrire…',
  changed: (field) =>
    `Robin vient d’enregistrer une autre valeur de ${field}. Votre saisie est toujours là. Enregistrez, et voyez ce ` +
    'qui vous est demandé.',
  choose: 'Rien n’a été écrasé. Choisissez la valeur qui reste, puis enregistrez.',
  settled: 'C’est réglé. L’historique garde chaque modification, avec son auteur.',
  history: 'Afficher l’historique',
  again: 'Recommencer',
  stop: 'Fermer',
  list: 'Enregistrements imaginaires. Ouvrez-en un, et voyez ce qui se passe quand deux personnes le modifient.',
  open: (title) => `Ouvrir ${title}`,
  email: 'robin@example.com',
  url: 'https://example.com/robin',
  value: (before) => `${before} (Robin)`,
  note: (before) => `${before}\n\nRappel fait aujourd’hui. Robin`,
}
