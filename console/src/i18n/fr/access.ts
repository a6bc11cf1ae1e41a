import type { Words } from '../Words.ts'
import { count, plural, records } from './numbers.ts'

/** The words of users, roles and rules in French. */
export const accessWords: Words['access'] = {
  title: 'Utilisateurs et rôles',
  lead:
    'Ce que chaque rôle peut faire des enregistrements de chaque modèle. Les droits s’additionnent : un utilisateur ' +
    'peut faire ce que permet l’un de ses rôles.',
  everybody: 'Tout utilisateur peut aussi voir son propre compte, les noms de ses rôles, ses sessions et ses clés.',
  matrix: 'Rôles et modèles',
  model: 'Modèle',
  actions: { read: 'voir', create: 'créer', update: 'modifier', delete: 'supprimer' },
  letters: { read: 'V', create: 'C', update: 'M', delete: 'S' },
  extents: { all: 'tous', some: 'certains', none: 'aucun' },
  legend: {
    letters: 'V voir, C créer, M modifier, S supprimer',
    all: 'tous les enregistrements et champs',
    some: 'certains enregistrements ou champs',
    none: 'aucun',
  },
  cell: (action, extent) => `${action} : ${extent}`,
  noRoles:
    'Il n’y a pas encore de rôles. Tant qu’aucun rôle ne permet quelque chose, seuls les administrateurs peuvent agir.',
  noRules: 'Ce rôle ne permet encore rien.',
  newRole: 'Nouveau rôle',
  newUser: 'Nouvel utilisateur',
  newRule: 'Nouvelle règle',
  ask: 'Expliquer l’accès',
  notYours: 'Vous ne pouvez pas voir les règles de ce service. Un administrateur peut vous les montrer.',
  roles: 'Rôles',
  rules: 'Règles',
  together: 'Ce qu’elles permettent ensemble',
  allModels: 'Tous les modèles',
  ofPackage: (name) => `Tous les modèles de ${name}`,
  editRule: (rule) => `Modifier la règle : ${rule}`,
  edit: 'Modifier',
  editRole: 'Nom, aide et historique',
  file: 'Géré dans le code',
  fileRoles: (names) => `Géré dans le code : ${names}`,
  fileOwns: (role) =>
    `Un fichier à côté des modèles déclare le rôle ${role}. Modifiez-le dans ce fichier et lancez npx tabularium ` +
    'migrate apply : ce qui est modifié ici serait annulé au prochain lancement.',
  users: 'Utilisateurs',
  usersOf: (many) =>
    many === undefined
      ? 'Utilisateurs qui ont ce rôle'
      : `${count(many)} ${plural(many, { one: 'utilisateur a ce rôle', other: 'utilisateurs ont ce rôle' })}`,
  noUsers: 'Personne n’a ce rôle.',
  findUser: 'Rechercher un utilisateur par son nom',
  allUsers: (many) => (many === undefined ? 'Tous les utilisateurs' : `Tous les utilisateurs (${count(many)})`),
  services: 'Comptes de service',
  servicesLead: 'Des programmes et des annuaires. Ils se connectent seulement avec des clés d’API.',
  noServices: 'Il n’y a pas de comptes de service.',
  newService: 'Nouveau compte de service',
  admin: 'Administrateur',
  disabled: 'Désactivé',
  theUser: { name: 'l’utilisateur', field: (label) => `${label} de l’utilisateur` },
  named: (user) => ({ name: user, field: (label) => `${label} de ${user}` }),
  own: { name: 'vous', field: (label) => `votre ${label}` },
}

/** The words of looking as another user in French. */
export const seeAsWords: Words['seeAs'] = {
  start: (user) => `Voir comme ${user}`,
  as: (user) => `en tant que ${user}`,
  bar: 'Vue d’un autre utilisateur',
  seeing: (user) => `Vous voyez ce que voit ${user}.`,
  locked: 'Rien ne peut être modifié pendant ce temps.',
  lockedWhy: (user) => `Vous voyez la console comme ${user}. Quittez cette vue pour modifier quelque chose vous-même.`,
  end: 'Quitter',
}

/** The words of the form of a rule in French. */
export const ruleFormWords: Words['rule'] = {
  about: 'Enregistrements de',
  aboutHelp: 'Un modèle, tous les modèles d’un paquet, ou tous sauf ceux du service.',
  allows: 'Ce qu’elle permet',
  which: 'Quels enregistrements',
  allRecords: 'Tous les enregistrements.',
  condition: 'Les enregistrements qui remplissent toutes ces conditions :',
  conditionJson: 'Pour plusieurs modèles, la condition s’écrit en JSON. Elle doit convenir à chacun d’eux.',
  add: 'Ajouter une condition',
  allFields: 'Tous les champs',
  someFields: 'Ces champs',
  allButFields: 'Tous les champs sauf ceux-ci',
  allButHelp: 'Les champs calculés à partir de l’un d’eux sont exclus aussi.',
  readFields: 'Champs visibles',
  writeFields: 'Champs modifiables',
  textHelp: 'Un texte qui commence par $ est une variable, comme $user.name. Pour du texte simple, écrivez $$.',
  previewTitle: 'Ce que cela change',
  looking: 'Décompte de ce qui apparaît et disparaît…',
  notCounted: 'L’effet de cette règle n’a pas pu être calculé',
  saveAnyway: 'Enregistrer quand même',
  confirm: 'Enregistrer la règle',
  cancel: 'Continuer la modification',
  nothing: 'Personne ne voit d’autres enregistrements ou champs qu’avant.',
  onlyReads: 'Seul ce qui est visible est compté. Ce qui peut être créé, modifié ou supprimé ne l’est pas.',
  hidden: 'Seuls les administrateurs apprennent ce qui apparaît et disparaît.',
  everyUser: (role) => `${role} : tous les utilisateurs`,
  oneUser: (role, user) => `${role} : ${user}`,
  appears: (many) => `${records(many)} ${plural(many, { one: 'apparaît', other: 'apparaissent' })}`,
  disappears: (many) => `${records(many)} ${plural(many, { one: 'disparaît', other: 'disparaissent' })}`,
  fromTo: (before, after) => `${count(before)} avant, ${count(after)} après`,
  newFields: (names) => `Champs qui apparaissent : ${names}`,
  lostFields: (names) => `Champs qui disparaissent : ${names}`,
}
