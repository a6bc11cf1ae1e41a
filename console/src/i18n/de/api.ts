import type { Words } from '../Words.ts'

/** The words of the panel about requests in German. */
export const apiWords: Words['api'] = {
  title: 'API',
  open: 'Anfragen dieser Seite',
  close: 'Schließen',
  screen: 'Die Anfrage dieser Seite',
  other: 'Anfrage',
  none: 'Diese Seite hat noch keine Anfrage gestellt.',
  forms: { curl: 'curl', typescript: 'TypeScript', http: 'HTTP' },
  form: 'Form der Anfrage',
  key: 'Erzeugen Sie unter Ihrem Konto einen API-Schlüssel, und setzen Sie TABULARIUM_KEY darauf.',
  copy: 'Kopieren',
  answer: 'Antwort',
  noAnswer: 'Es kam keine Antwort.',
  waiting: 'Unterwegs …',
  hidden: 'Der Inhalt hat ein Passwort und wird nicht gezeigt.',
  last: 'Die letzten Anfragen dieses Tabs',
  request: 'Anfrage',
  status: 'Status',
  time: 'Zeit',
  id: 'Anfrage-ID',
  show: (method, path) => `${method} ${path} zeigen`,
  milliseconds: (time) => `${time} ms`,
}
