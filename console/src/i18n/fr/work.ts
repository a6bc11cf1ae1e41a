import type { Words } from '../Words.ts'
import { count, plural } from './numbers.ts'

/** The words of jobs and webhooks, in French. */
export const workWords: Words['work'] = {
  states: {
    waiting: (when) => (when === '' ? 'La tâche attend son tour.' : `Prochain essai : ${when}.`),
    running: 'La tâche est en cours.',
    done: 'La tâche est terminée.',
    failed: (tries) =>
      plural(tries, {
        one: 'La tâche a échoué et n’est plus essayée.',
        other: `La tâche a échoué ${count(tries)} fois.`,
      }),
  },
  progress: (percent) => `${percent} %`,
  tryAgain: 'Réessayer',
  triedAgain: 'La tâche sera essayée de nouveau',
  deliveries: 'Envois',
  counts: (waiting, parked) => `${count(waiting)} en attente, ${count(parked)} arrêtés`,
  behind: (many) =>
    plural(many, {
      one: '1 modification suivante du même enregistrement est derrière.',
      other: `${count(many)} modifications suivantes des mêmes enregistrements sont derrière.`,
    }),
  delivered: 'Tout est envoyé.',
  fault: 'Rien n’est envoyé',
  last: (when, status) => `Dernier essai : ${when}, ${status}`,
  failing: (when) => `Aucun essai n’a réussi depuis ${when}.`,
  status: (status) => `statut ${status}`,
  noAnswer: 'pas de réponse',
  secret: (name) => `Le secret de ${name}`,
  test: 'Envoyer un test',
  testing: 'Envoi…',
  tested: (milliseconds) => `Le test est arrivé en ${count(milliseconds)} ms`,
  notTested: 'Le test n’est pas arrivé',
  again: 'Renvoyer',
  allAgain: 'Renvoyer tous les envois arrêtés',
  sentAgain: (many) => plural(many, { one: '1 envoi est renvoyé', other: `${count(many)} envois sont renvoyés` }),
  chooseModels: 'Choisir des modèles',
  findModel: 'Chercher un modèle',
  noModel: 'Aucun modèle ne porte ce nom.',
  since: 'Renvoyer depuis…',
  sinceLabel: 'Depuis',
  sinceHelp: 'Tout ce qui a été écrit à partir de ce moment est renvoyé, autant que le journal le conserve.',
  sinceDone: 'Tout ce qui suit ce moment est renvoyé',
  heldUp: 'Les modifications suivantes du même enregistrement attendent. Abandonner renonce à celles qu’elle retient.',
  discard: 'Abandonner',
  discarded: 'L’envoi est abandonné',
  attempts: (many) => plural(many, { one: '1 essai', other: `${count(many)} essais` }),
  next: (when) => `prochain essai ${when}`,
  parked: (attempts) =>
    plural(attempts, { one: 'arrêté après 1 essai', other: `arrêté après ${count(attempts)} essais` }),
  waiting: 'en attente',
  answer: 'Réponse',
}
