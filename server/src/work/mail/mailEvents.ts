import type { MailEvent } from '../../statement/service/mailNotices.ts'
import type { Words } from '../../text/words.ts'

/** The sentence of each event; `{network}` stands for the network of a login. */
export const wordsOfEvents: Readonly<Record<MailEvent, Words>> = {
  password: {
    en: 'Your password was changed.',
    de: 'Ihr Passwort wurde geändert.',
    fr: 'Votre mot de passe a été modifié.',
  },
  key: {
    en: 'A new API key can do what you may do.',
    de: 'Ein neuer API-Schlüssel kann, was Sie dürfen.',
    fr: 'Une nouvelle clé d’API peut faire ce que vous pouvez faire.',
  },
  factor: {
    en: 'A second factor was set up: your logins ask for it from now on.',
    de: 'Ein zweiter Faktor wurde eingerichtet: Ihre Anmeldungen fragen von nun an danach.',
    fr: 'Un second facteur a été configuré : vos connexions le demandent désormais.',
  },
  address: {
    en: 'Another address was asked for; this one stays until the other is confirmed.',
    de: 'Eine andere Adresse wurde gewünscht; diese bleibt, bis die andere bestätigt ist.',
    fr: 'Une autre adresse a été demandée ; celle-ci reste jusqu’à ce que l’autre soit confirmée.',
  },
  network: {
    en: 'Somebody logged in with your account from a network that is new for it: {network}.',
    de: 'Jemand hat sich mit Ihrem Konto aus einem Netz angemeldet, das dafür neu ist: {network}.',
    fr: 'Quelqu’un s’est connecté à votre compte depuis un réseau nouveau pour lui : {network}.',
  },
}
