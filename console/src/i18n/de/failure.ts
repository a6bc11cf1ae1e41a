import type { Words } from '../Words.ts'

/** What is said if something fails. */
export const failureWords: Words['failure'] = {
  title: 'Das hat nicht geklappt',
  again: 'Noch einmal versuchen',
  request: (id) => `Anfrage ${id}`,
  noAnswer: 'Der Dienst ist nicht erreichbar. Prüfen Sie das Netz; Lesezugriffe werden wiederholt.',
  notCopied: 'Kopieren geht hier nicht: Text markieren',
  notFound: 'Diesen Datensatz gibt es nicht, oder Sie dürfen ihn nicht sehen.',
  unknownModel: (name) => `Das Modell ${name} gibt es nicht, oder Sie dürfen es nicht sehen.`,
  unknownAddress: 'Unter dieser Adresse gibt es nichts.',
}
