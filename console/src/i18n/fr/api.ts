import type { Words } from '../Words.ts'

/** The words of the panel about requests in French. */
export const apiWords: Words['api'] = {
  title: 'API',
  open: 'Requêtes de cet écran',
  close: 'Fermer',
  screen: 'La requête de cet écran',
  other: 'Requête',
  none: 'Cet écran n’a pas encore fait de requête.',
  forms: { curl: 'curl', typescript: 'TypeScript', http: 'HTTP' },
  form: 'Forme de la requête',
  key: 'Créez une clé d’API dans votre compte, et donnez-la à TABULARIUM_KEY.',
  copy: 'Copier',
  answer: 'Réponse',
  noAnswer: 'Il n’y a pas eu de réponse.',
  waiting: 'En cours…',
  hidden: 'Le corps contient un mot de passe et n’est pas affiché.',
  last: 'Les dernières requêtes de cet onglet',
  request: 'Requête',
  status: 'Statut',
  time: 'Durée',
  id: 'Identifiant de la requête',
  show: (method, path) => `Afficher ${method} ${path}`,
  milliseconds: (time) => `${time} ms`,
}
