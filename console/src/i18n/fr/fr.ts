import type { Words } from '../Words.ts'
import { accessWords, ruleFormWords, seeAsWords } from './access.ts'
import { apiWords } from './api.ts'
import { bulkWords } from './bulk.ts'
import { changesWords, undoWords } from './changes.ts'
import { chartWords } from './chart.ts'
import { columnsWords } from './columns.ts'
import { criteriaWords } from './criteria.ts'
import { demoWords } from './demo.ts'
import { editWords } from './edit.ts'
import { liveWords } from './live.ts'
import { actionWords } from './action.ts'
import { failureWords } from './failure.ts'
import { faultWords } from './fault.ts'
import { logoutWords } from './logout.ts'
import { bulkEditWords } from './bulkEdit.ts'
import { workWords } from './work.ts'
import { homeWords } from './home.ts'
import { keysWords } from './keys.ts'
import { count, plural } from './numbers.ts'
import { paletteWords } from './palette.ts'
import { mergeWords, recordWords, statesWords, whyWords } from './record.ts'
import { userWords, whyScreenWords } from './user.ts'
import { viewsWords } from './views.ts'

/** The words of the console in French. */
export const fr: Words = {
  language: 'fr',
  direction: 'ltr',
  login: {
    title: 'Se connecter à Tabularium',
    username: 'Nom d’utilisateur',
    password: 'Mot de passe',
    submit: 'Se connecter',
    ended: 'Votre session est terminée. Reconnectez-vous pour continuer ; rien de ce que vous avez saisi n’est perdu.',
    usedLink: 'Ce lien a déjà servi, ou est trop ancien. Connectez-vous avec votre mot de passe.',
  },
  frame: {
    home: 'Accueil',
    models: 'Modèles',
    access: 'Droits',
    me: 'Votre compte',
    logout: 'Se déconnecter',
    notLoggedOut: 'La déconnexion a échoué : vous êtes peut-être encore connecté.',
    skip: 'Aller au contenu',
    navigation: 'Navigation',
    theme: 'Thème',
    themes: { system: 'comme le système', light: 'clair', dark: 'sombre' },
  },
  keys: keysWords,
  failure: failureWords,
  list: {
    total: (from, to, total) =>
      total === undefined
        ? `${count(from)}–${count(to)}`
        : total === 0
          ? 'Aucun enregistrement'
          : `${count(from)}–${count(to)} sur ${count(total)}`,
    new: (model) => `Nouveau : ${model}`,
    find: 'Rechercher',
    clear: 'Effacer',
    next: 'Page suivante',
    previous: 'Page précédente',
    first: 'Première page',
    last: 'Dernière page',
    rows: 'Lignes par page',
    none: (model) => `Il n’y a pas encore d’enregistrements sous ${model}.`,
    noneSeen: (model) => `Il n’y a aucun enregistrement de ${model} que vous puissiez voir.`,
    why: 'Pourquoi ?',
    noneMatch: 'Aucun enregistrement ne correspond.',
    lostFilter: 'Ce filtre est trop long pour une adresse. L’onglet qui l’a créé le conserve : enregistrez-y une vue.',
    withoutFilter: 'Afficher tous les enregistrements',
    columns: 'Colonnes',
    deleted: 'Enregistrements supprimés',
    selectAll: 'Tout sélectionner sur cette page',
    select: (title) => `Sélectionner ${title}`,
    peek: 'Aperçu',
    closePeek: 'Fermer',
    beside: (title) => `${title}, à côté de la liste`,
    openRecord: 'Ouvrir',
  },
  api: apiWords,
  bulk: bulkWords,
  columns: columnsWords,
  criteria: criteriaWords,
  views: viewsWords,
  palette: paletteWords,
  edit: editWords,
  bulkEdit: bulkEditWords,
  logout: logoutWords,
  action: actionWords,
  work: workWords,
  live: liveWords,
  changes: changesWords,
  undo: undoWords,
  record: recordWords,
  remove: {
    title: (title) => `Supprimer ${title} ?`,
    looking: 'Recherche de ce qui y fait référence…',
    also: (deleted, cleared) =>
      deleted + cleared === 0
        ? 'Aucun autre enregistrement n’est touché. Vous pourrez le récupérer ensuite.'
        : [
            ...(deleted > 0
              ? [
                  plural(deleted, {
                    one: '1 autre enregistrement est supprimé avec lui.',
                    other: `${count(deleted)} autres enregistrements sont supprimés avec lui.`,
                  }),
                ]
              : []),
            ...(cleared > 0
              ? [
                  plural(cleared, {
                    one: '1 autre enregistrement perd sa référence.',
                    other: `${count(cleared)} autres enregistrements perdent leur référence.`,
                  }),
                ]
              : []),
          ].join(' '),
    confirm: (many) => plural(many, { one: 'Supprimer', other: `Supprimer ${count(many)} enregistrements` }),
    cancel: 'Conserver',
  },
  models: {
    model: 'Modèle',
    name: 'Nom',
    field: 'Champ',
    fields: 'Champs',
    type: 'Type',
    options: 'Options',
    may: 'Vous pouvez',
    mayDo: (actions) => `Vous pouvez : ${actions || 'rien'}`,
    records: 'Afficher les enregistrements',
    requests: 'Requêtes',
  },
  me: {
    language: 'Langue',
    languageHelp:
      'Celle de cette console, dans ce navigateur. Les libellés des modèles restent ceux de leur déclaration.',
    languageOfBrowser: (language) => `Comme le navigateur : ${language}`,
    name: 'Nom',
    roles: 'Rôles',
    admin: 'Administrateur : peut tout faire',
    since: 'Connecté depuis',
    password: 'Mot de passe',
    old: 'Mot de passe actuel',
    next: 'Nouveau mot de passe',
    rule: 'Au moins 12 caractères. Vos autres sessions seront fermées.',
    change: 'Changer le mot de passe',
    changed: 'Votre mot de passe a été changé.',
    sessions: 'Autres sessions',
    sessionsHelp: 'Vous déconnecte de tous les autres appareils et navigateurs.',
    end: 'Fermer les autres sessions',
    ended: (total) =>
      `${count(total)} ${plural(total, { one: 'session a été fermée', other: 'sessions ont été fermées' })}`,
  },
  home: homeWords,
  deleted: { none: 'Rien n’a été supprimé, aussi loin que remonte l’historique.', restore: 'Récupérer' },
  history: {
    slider: 'Versions de cet enregistrement',
    version: (version) => `Version ${version}`,
    operations: {
      create: (who, when) => `créé par ${who}, ${when}`,
      update: (who, when) => `modifié par ${who}, ${when}`,
      delete: (who, when) => `supprimé par ${who}, ${when}`,
      restore: (who, when) => `restauré par ${who}, ${when}`,
    },
    restore: 'Récupérer cette version',
    restoreNeeds: (model) =>
      `Vous ne le pouvez pas : il faut le droit de lire, créer et modifier tous les enregistrements de ${model}, ` +
      'avec tous leurs champs.',
    wasDeleted: 'L’enregistrement a été supprimé ici. Choisissez une version antérieure pour le récupérer.',
  },
  value: {
    none: '—',
    yes: 'Oui',
    no: 'Non',
    somebody: 'le service',
    link: (id) => `#${id}`,
    percent: (figure) => `${figure} %`,
    utc: (moment) => `${moment} UTC`,
  },
  fault: faultWords,
  why: whyWords,
  access: accessWords,
  rule: ruleFormWords,
  seeAs: seeAsWords,
  user: userWords,
  whyScreen: whyScreenWords,
  states: statesWords,
  merge: mergeWords,
  demo: demoWords,
  chart: chartWords,
}
