import type { Words } from '../Words.ts'
import { count, plural } from './numbers.ts'

/** The words of users, roles and rules in German. */
export const accessWords: Words['access'] = {
  title: 'Benutzer und Rollen',
  lead:
    'Was jede Rolle mit den Datensätzen jedes Modells darf. Rechte ergänzen sich: Ein Benutzer darf, was eine seiner ' +
    'Rollen erlaubt.',
  everybody:
    'Jeder Benutzer darf außerdem sich selbst, die Namen seiner Rollen und seine Sitzungen und Schlüssel sehen.',
  matrix: 'Rollen und Modelle',
  model: 'Modell',
  actions: { read: 'sehen', create: 'anlegen', update: 'ändern', delete: 'löschen' },
  letters: { read: 'S', create: 'A', update: 'Ä', delete: 'L' },
  extents: { all: 'alle', some: 'einige', none: 'keine' },
  legend: {
    letters: 'S sehen, A anlegen, Ä ändern, L löschen',
    all: 'alle Datensätze und Felder',
    some: 'einige Datensätze oder Felder',
    none: 'keine',
  },
  cell: (action, extent) => `${action}: ${extent}`,
  noRoles: 'Es gibt noch keine Rollen. Solange keine Rolle etwas erlaubt, dürfen nur Administratoren etwas.',
  noRules: 'Diese Rolle erlaubt noch nichts.',
  newRole: 'Neue Rolle',
  newUser: 'Neuer Benutzer',
  newRule: 'Neue Regel',
  ask: 'Zugriff erklären',
  notYours: 'Sie dürfen die Regeln dieses Dienstes nicht sehen. Ein Administrator kann sie Ihnen zeigen.',
  roles: 'Rollen',
  rules: 'Regeln',
  together: 'Was sie zusammen erlauben',
  allModels: 'Alle Modelle',
  ofPackage: (name) => `Alle Modelle von ${name}`,
  editRule: (rule) => `Regel ändern: ${rule}`,
  edit: 'Ändern',
  editRole: 'Name, Hilfe und Verlauf',
  file: 'Im Code verwaltet',
  fileRoles: (names) => `Im Code verwaltet: ${names}`,
  fileOwns: (role) =>
    `Eine Datei neben den Modellen deklariert die Rolle ${role}. Ändern Sie sie dort, und führen Sie npx tabularium ` +
    'migrate apply aus: Was hier geändert wird, nimmt der nächste Lauf zurück.',
  users: 'Benutzer',
  usersOf: (many) =>
    many === undefined
      ? 'Benutzer mit dieser Rolle'
      : plural(many, { one: '1 Benutzer hat diese Rolle', other: `${count(many)} Benutzer haben diese Rolle` }),
  noUsers: 'Niemand hat diese Rolle.',
  findUser: 'Benutzer nach Benutzername suchen',
  allUsers: (many) => (many === undefined ? 'Alle Benutzer' : `Alle ${count(many)} Benutzer`),
  services: 'Dienstkonten',
  servicesLead: 'Programme und Verzeichnisse. Sie melden sich nur mit API-Schlüsseln an.',
  noServices: 'Es gibt keine Dienstkonten.',
  newService: 'Neues Dienstkonto',
  admin: 'Administrator',
  disabled: 'Gesperrt',
  theUser: { name: 'der Benutzer', field: (label) => `${label} des Benutzers` },
  named: (user) => ({ name: user, field: (label) => `${label} von ${user}` }),
  own: { name: 'Sie selbst', field: (label) => `${label} von Ihnen` },
}

/** The words of looking as another user in German. */
export const seeAsWords: Words['seeAs'] = {
  start: (user) => `Als ${user} ansehen`,
  as: (user) => `als ${user}`,
  bar: 'Ansicht eines anderen Benutzers',
  seeing: (user) => `Sie sehen, was ${user} sieht.`,
  locked: 'Solange kann nichts geändert werden.',
  lockedWhy: (user) => `Sie sehen die Konsole als ${user}. Beenden Sie das, um selbst etwas zu ändern.`,
  end: 'Beenden',
}

/** The words of the form of a rule in German. */
export const ruleFormWords: Words['rule'] = {
  about: 'Datensätze von',
  aboutHelp: 'Ein Modell, alle Modelle eines Pakets, oder alle außer denen des Dienstes.',
  allows: 'Was sie erlaubt',
  which: 'Welche Datensätze',
  allRecords: 'Alle Datensätze.',
  condition: 'Datensätze, die all dies erfüllen:',
  conditionJson: 'Für mehrere Modelle wird die Bedingung als JSON geschrieben. Sie muss zu jedem davon passen.',
  add: 'Bedingung hinzufügen',
  allFields: 'Alle Felder',
  someFields: 'Diese Felder',
  allButFields: 'Alle Felder außer diesen',
  allButHelp: 'Felder, die aus einem von diesen berechnet werden, fehlen ebenfalls.',
  readFields: 'Felder, die man sehen kann',
  writeFields: 'Felder, die man setzen kann',
  textHelp: 'Text, der mit $ beginnt, ist eine Variable wie $user.name. Für gewöhnlichen Text schreiben Sie $$.',
  previewTitle: 'Was sich dadurch ändert',
  looking: 'Es wird gezählt, was erscheint und was verschwindet …',
  notCounted: 'Was sich dadurch ändert, ließ sich nicht zählen',
  saveAnyway: 'Trotzdem speichern',
  confirm: 'Regel speichern',
  cancel: 'Weiter bearbeiten',
  nothing: 'Niemand sieht andere Datensätze oder Felder als vorher.',
  onlyReads: 'Gezählt wird, was man sehen kann. Für Anlegen, Ändern und Löschen gibt es keine Zahlen.',
  hidden: 'Nur Administratoren erfahren, was erscheint und was verschwindet.',
  everyUser: (role) => `${role}: alle Benutzer`,
  oneUser: (role, user) => `${role}: ${user}`,
  appears: (many) => plural(many, { one: '1 Datensatz erscheint', other: `${count(many)} Datensätze erscheinen` }),
  disappears: (many) =>
    plural(many, { one: '1 Datensatz verschwindet', other: `${count(many)} Datensätze verschwinden` }),
  fromTo: (before, after) => `${count(before)} vorher, ${count(after)} nachher`,
  newFields: (names) => `Felder, die erscheinen: ${names}`,
  lostFields: (names) => `Felder, die verschwinden: ${names}`,
}
