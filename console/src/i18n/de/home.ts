import { count, plural, records } from './numbers.ts'

import type { Words } from '../Words.ts'

/** The words of the home page in German. */
export const homeWords: Words['home'] = {
  greeting: {
    morning: (name: string) => `Guten Morgen, ${name}`,
    afternoon: (name: string) => `Guten Tag, ${name}`,
    evening: (name: string) => `Guten Abend, ${name}`,
  },
  new: 'Neu',
  drafts: 'Nicht gespeichert',
  waiting: 'Wartet',
  mention: 'Erwähnt',
  failedJobs: (many: number) =>
    plural(many, { one: '1 Auftrag ist fehlgeschlagen', other: `${count(many)} Aufträge sind fehlgeschlagen` }),
  parked: (many: number, webhook: string) =>
    plural(many, {
      one: `1 Zustellung von ${webhook} wurde eingestellt`,
      other: `${count(many)} Zustellungen von ${webhook} wurden eingestellt`,
    }),
  forMe: (view, many, of) => `${view}: ${records(many, of)}`,
  show: 'Zeigen',
  recent: 'Zuletzt',
  noRecent: 'Datensätze, die Sie öffnen, stehen dann hier.',
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
