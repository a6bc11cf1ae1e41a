import type { Words } from '../Words.ts'

/** The words of who changed rights and who looked as whom, in German. Each sentence begins with a name. */
export const trailWords: Words['trail'] = {
  title: 'Änderungen von Rechten',
  about: 'Wer wem was gegeben hat, und wer als wen gesehen hat. Das Neueste zuerst.',
  notYours: 'Nur Administratoren sehen, wer Rechte geändert hat.',
  what: 'Was gezeigt wird',
  shows: { rights: 'Rechte', looks: 'Sicht als andere' },
  none: 'Noch niemand hat Rechte geändert.',
  noLooks: 'Niemand hat als ein anderer Benutzer gesehen.',
  gave: (user, roles, many) => `hat ${user} die ${many === 1 ? 'Rolle' : 'Rollen'} ${roles} gegeben`,
  took: (user, roles, many) => `hat ${user} die ${many === 1 ? 'Rolle' : 'Rollen'} ${roles} genommen`,
  madeAdmin: (user) => `hat ${user} zum Administrator gemacht`,
  noAdmin: (user) => `hat ${user} die Rechte eines Administrators genommen`,
  disabled: (user) => `hat ${user} gesperrt`,
  enabled: (user) => `hat ${user} entsperrt`,
  handedOver: (user) => `hat ${user} dem Verzeichnis übergeben`,
  tookBack: (user) => `hat ${user} vom Verzeichnis zurückgenommen`,
  password: (user) => `hat ein anderes Passwort für ${user} gesetzt`,
  withKey: (who, key) => `${who} (Schlüssel „${key}“)`,
  goneKey: 'inzwischen beendet',
  scim: 'SCIM',
  provider: (label) => `Eine Anmeldung bei ${label}`,
  command: 'Die Kommandozeile',
  migrate: 'Die Migration',
  service: 'Der Dienst',
}
