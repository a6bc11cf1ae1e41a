/** Words about the installation, in German. */
export const aboutWords = {
  title: 'Über',
  application: 'Anwendung',
  version: 'Version von Tabularium',
  models: 'Modelle, die Sie sehen',
  today: 'Heute',
  languages: 'Sprachen',
}
