import type { Words } from '../Words.ts'

/** Words of one's account, in French. */
export const meWords: Words['me'] = {
  language: 'Langue',
  languageHelp: 'De la console, et des libellés et des messages si les modèles les ont dans cette langue.',
  languageOfBrowser: (language) => `Comme le navigateur : ${language}`,
  timeZone: 'Fuseau horaire',
  timeZoneHelp: 'Les heures y sont affichées. Votre compte le retient.',
  timeZoneOfBrowser: (zone) => `Comme le navigateur : ${zone}`,
  noTimeZone: 'Ce fuseau horaire n’existe pas.',
  letters: 'Raccourcis d’une seule lettre',
  lettersHelp:
    'Dans ce navigateur. Les touches avec Ctrl ou Alt, les flèches, Entrée et Échap fonctionnent dans tous les cas.',
  lettersOn: 'Activés',
  lettersOff: 'Désactivés',
  name: 'Nom',
  roles: 'Rôles',
  admin: 'Administrateur : peut tout faire',
  since: 'Connexion',
  password: 'Mot de passe',
  old: 'Mot de passe actuel',
  next: 'Nouveau mot de passe',
  rule: 'Au moins 12 caractères. Vos autres sessions seront fermées.',
  change: 'Changer le mot de passe',
  changed: 'Votre mot de passe a été changé.',
}
