/** Words about the installation, in English. */
export const aboutWords = {
  title: 'About',
  application: 'Application',
  version: 'Version of Tabularium',
  models: 'Models that you may see',
  today: 'Today',
  languages: 'Languages',
}
