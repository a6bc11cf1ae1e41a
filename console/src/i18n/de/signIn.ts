import type { Words } from '../Words.ts'

/** The words of logins at a provider, in German. */
export const signInWords: Words['signIn'] = {
  continueWith: (provider) => `Weiter mit ${provider}`,
  logoutThere: (provider: string) => `Auch bei ${provider} abmelden`,
  or: 'oder mit Passwort',
  emergency: 'Administratoren: mit Passwort anmelden',
  title: 'Die Anmeldung ist fehlgeschlagen',
  request: (id) => `Anfrage: ${id}`,
  logins: 'Anmeldungen',
  tied: (provider, on) => `Verknüpft mit ${provider} seit ${on}`,
  sawAs: (user: string) => `sah als ${user}`,
  none: 'Noch niemand hat sich als dieser Benutzer angemeldet.',
  ok: 'erfolgreich',
  refused: 'abgelehnt',
  confirmTitle: 'Bestätigen Sie, dass Sie es sind',
  confirmHelp: 'Sie sind dabei, Rechte zu ändern.',
  confirmAnew: 'Sie sind dabei, Rechte zu ändern. Melden Sie sich dafür ab und neu an.',
  confirm: 'Bestätigen',
  confirmWith: (provider: string) => `Mit ${provider} bestätigen`,
  confirmedThere: 'Dort habe ich bestätigt',
  cancel: 'Abbrechen',
  problems: {
    'unknown-login':
      'Diese Anmeldung wurde nicht hier begonnen, schon benutzt oder hat zu lange gedauert. Beginnen Sie neu.',
    'provider-refused': 'Der Anbieter hat abgelehnt. Beginnen Sie neu, oder fragen Sie einen Administrator.',
    'invalid-token':
      'Die Antwort des Anbieters war nicht prüfbar. Beginnen Sie neu, oder fragen Sie einen Administrator.',
    'client-refused': 'Der Anbieter nimmt diesen Dienst nicht an. Fragen Sie einen Administrator.',
    'email-not-verified': 'Der Anbieter hat Ihre E-Mail-Adresse nicht bestätigt. Bitten Sie um eine Einladung.',
    'not-linked': 'Diese Anmeldung ist nicht mit dem Konto zu Ihrer Adresse verknüpft. Fragen Sie einen Administrator.',
    'no-account': 'Zu dieser Anmeldung gehört kein Konto. Fragen Sie einen Administrator.',
    'account-disabled': 'Ihr Konto ist gesperrt.',
    'claims-missing': 'Der Anbieter hat nicht gesagt, wer Sie sind. Fragen Sie einen Administrator.',
    provider: 'Der Anbieter ist nicht erreichbar. Melden Sie sich anders an, oder versuchen Sie es später.',
    'too-many-attempts': 'Hier wurden zu viele Anmeldungen begonnen. Warten Sie eine Minute.',
    other: 'Beginnen Sie neu, oder fragen Sie einen Administrator.',
  },
}
