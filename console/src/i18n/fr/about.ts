/** Words about the installation, in French. */
export const aboutWords = {
  title: 'À propos',
  application: 'Application',
  version: 'Version de Tabularium',
  models: 'Modèles que vous voyez',
  today: 'Aujourd’hui',
  languages: 'Langues',
}
