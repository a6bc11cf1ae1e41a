import type { Words } from '../Words.ts'
import { aboutWords } from './about.ts'
import { accessWords, ruleFormWords, seeAsWords } from './access.ts'
import { apiWords } from './api.ts'
import { archiveWords } from './archive.ts'
import { bulkWords } from './bulk.ts'
import { activityWords } from './activity.ts'
import { changesWords, undoWords } from './changes.ts'
import { chartWords } from './chart.ts'
import { columnsWords } from './columns.ts'
import { criteriaWords } from './criteria.ts'
import { demoWords } from './demo.ts'
import { editWords } from './edit.ts'
import { boardWords } from './board.ts'
import { linksWords } from './links.ts'
import { linesWords } from './lines.ts'
import { liveWords } from './live.ts'
import { commentsWords } from './comments.ts'
import { noticesWords } from './notices.ts'
import { actionWords } from './action.ts'
import { failureWords } from './failure.ts'
import { faultWords } from './fault.ts'
import { refusalWords } from './refusal.ts'
import { listWords } from './list.ts'
import { logoutWords } from './logout.ts'
import { factorsWords } from './factors.ts'
import { signInWords } from './signIn.ts'
import { bulkEditWords } from './bulkEdit.ts'
import { workWords } from './work.ts'
import { dashboardWords } from './dashboard.ts'
import { favoritesWords } from './favorites.ts'
import { gridWords } from './grid.ts'
import { homeWords } from './home.ts'
import { keysWords } from './keys.ts'
import { count, of, plural, several } from './numbers.ts'
import { meWords } from './me.ts'
import { modelsWords } from './models.ts'
import { paletteWords } from './palette.ts'
import { pasteWords } from './paste.ts'
import { pivotWords } from './pivot.ts'
import { mergeWords, recordWords, statesWords, whyWords } from './record.ts'
import { userWords, whyScreenWords } from './user.ts'
import { trailWords } from './trail.ts'
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
  signIn: signInWords,
  factors: factorsWords,
  frame: {
    home: 'Accueil',
    models: 'Modèles',
    access: 'Utilisateurs et rôles',
    me: 'Votre compte',
    search: 'Rechercher',
    settings: 'Réglages',
    fold: 'Replier la navigation',
    logout: 'Se déconnecter',
    notLoggedOut: 'La déconnexion a échoué : vous êtes peut-être encore connecté.',
    skip: 'Aller au contenu',
    more: 'Plus',
    navigation: 'Navigation',
    menu: 'Menu',
    theme: 'Thème',
    themes: { system: 'comme le système', light: 'clair', dark: 'sombre' },
  },
  settings: { people: 'Personnes', work: 'Travail', service: 'Service' },
  about: aboutWords,
  keys: keysWords,
  failure: failureWords,
  refusal: refusalWords,
  list: listWords,
  api: apiWords,
  archive: archiveWords,
  bulk: bulkWords,
  columns: columnsWords,
  criteria: criteriaWords,
  views: viewsWords,
  pivot: pivotWords,
  palette: paletteWords,
  edit: editWords,
  bulkEdit: bulkEditWords,
  logout: logoutWords,
  action: actionWords,
  comments: commentsWords,
  notices: noticesWords,
  work: workWords,
  lines: linesWords,
  paste: pasteWords,
  board: boardWords,
  live: liveWords,
  activity: activityWords,
  changes: changesWords,
  undo: undoWords,
  record: recordWords,
  remove: {
    title: (title) => `Supprimer ${title} ?`,
    looking: 'Recherche de ce qui y fait référence…',
    also: (deleted, cleared) =>
      deleted + cleared === 0
        ? 'Aucun autre enregistrement n’est touché. Vous pourrez le restaurer ensuite.'
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
    cancel: 'Annuler',
  },
  models: modelsWords,
  me: meWords,
  links: linksWords,
  grid: gridWords,
  home: homeWords,
  dashboard: dashboardWords,
  favorites: favoritesWords,
  deleted: {
    none: (noun, days) =>
      days === undefined
        ? `Aucune suppression ${of(several(noun))}.`
        : `Aucune suppression ${of(several(noun))} depuis ${count(days)} jour${days > 1 ? 's' : ''}.`,
    restore: 'Restaurer',
  },
  history: {
    slider: 'Versions de cet enregistrement',
    version: (version) => `Version ${version}`,
    operations: {
      create: (who, when) => `créé par ${who}, ${when}`,
      update: (who, when) => `modifié par ${who}, ${when}`,
      delete: (who, when) => `supprimé par ${who}, ${when}`,
      restore: (who, when) => `restauré par ${who}, ${when}`,
    },
    restore: 'Restaurer cette version',
    restoreNeeds: (model) =>
      `Vous ne le pouvez pas : il faut le droit de lire, créer et modifier tous les enregistrements de ${model}, ` +
      'avec tous leurs champs.',
    wasDeleted: 'L’enregistrement a été supprimé ici. Choisissez une version antérieure pour le restaurer.',
    without: (labels) => `Sans ${labels} : vous ne pouvez pas les restaurer.`,
    withoutPast: (labels) => `Restauré sans ${labels} : l’historique ne les a plus.`,
    by: 'Par',
    unknownLines: 'Trop d’enregistrements ont été dans cette liste pour dire lesquels.',
  },
  value: {
    none: '—',
    yes: 'Oui',
    no: 'Non',
    somebody: 'le service',
    link: (id) => `#${id}`,
    retired: (label: string) => `${label} : n’est plus utilisé`,
    someOf: (many, of) => `${many} sur ${of}`,
    final: 'définitif',
    retiredMark: 'n’est plus utilisé',
    percent: (figure) => `${figure} %`,
    utc: (moment) => `${moment} UTC`,
  },
  fault: faultWords,
  why: whyWords,
  access: accessWords,
  rule: ruleFormWords,
  seeAs: seeAsWords,
  trail: trailWords,
  user: userWords,
  whyScreen: whyScreenWords,
  states: statesWords,
  merge: mergeWords,
  demo: demoWords,
  chart: chartWords,
}
