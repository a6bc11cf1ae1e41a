import type { Words } from '../Words.ts'

/** The words of the home page in German. */
export const homeWords: Words['home'] = {
  drafts: 'Noch nicht gespeichert',
  recent: 'Zuletzt geöffnet',
  first: 'Es gibt noch keine Datensätze. Drei Schritte für den Anfang:',
  addModel: 'Modelle deklarieren',
  addModelHelp:
    'Ein Modell ist eine TypeScript-Datei. Wenn Sie eines angelegt oder geändert haben, passen Sie die Datenbank an:',
  addRecord: 'Den ersten Datensatz anlegen',
  addRecordHelp: 'Hier, oder mit einer Anfrage und einem API-Schlüssel:',
  addUser: 'Andere hereinlassen',
  addUserHelp: 'Benutzer dürfen, was ihre Rollen erlauben. Legen Sie einen mit einer Ihrer Rollen an:',
  copy: (step) => `Befehl kopieren: ${step}`,
}
