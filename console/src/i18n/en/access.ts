import { count, plural } from './numbers.ts'

/** The words of users, roles and rules in English. */
export const accessWords = {
  title: 'Users and roles',
  lead:
    'What each role may do with the records of each model. Rights add up: a user may do what one of their roles ' +
    'allows.',
  everybody: 'All users may also see themselves, the names of their roles, and their own sessions and keys.',
  matrix: 'Roles and models',
  model: 'Model',
  actions: { read: 'view', create: 'create', update: 'edit', delete: 'delete' },
  letters: { read: 'V', create: 'C', update: 'E', delete: 'D' },
  extents: { all: 'all', some: 'some', none: 'none' },
  legend: {
    letters: 'V view, C create, E edit, D delete',
    all: 'all records and fields',
    some: 'some records or fields',
    none: 'none',
  },
  cell: (action: string, extent: string) => `${action}: ${extent}`,
  noRoles: 'There are no roles yet. Until a role allows something, only administrators can do anything.',
  noRules: 'This role allows nothing yet.',
  newRole: 'New role',
  newUser: 'New user',
  newRule: 'New rule',
  ask: 'Explain access',
  notYours: 'You may not see the rules of this service. An administrator can show them to you.',
  roles: 'Roles',
  rules: 'Rules',
  together: 'What they allow together',
  allModels: 'All models',
  ofPackage: (name: string) => `All models of ${name}`,
  editRule: (rule: string) => `Change the rule: ${rule}`,
  edit: 'Change',
  editRole: 'Name, help and history',
  file: 'Managed in code',
  fileRoles: (names: string) => `Managed in code: ${names}`,
  fileOwns: (role: string) =>
    `A file beside the models declares the role ${role}. Change it there and run npx tabularium migrate apply: ` +
    'what is changed here would be undone by the next one.',
  users: 'Users',
  usersOf: (many: number | undefined) =>
    many === undefined
      ? 'Users with this role'
      : plural(many, { one: '1 user has this role', other: `${count(many)} users have this role` }),
  noUsers: 'Nobody has this role.',
  findUser: 'Find a user by username',
  allUsers: (many: number | undefined) => (many === undefined ? 'All users' : `All ${count(many)} users`),
  services: 'Service accounts',
  servicesLead: 'Programs and directories. They log in with API keys alone.',
  noServices: 'There are no service accounts.',
  newService: 'New service account',
  admin: 'Administrator',
  disabled: 'Disabled',
  theUser: { name: 'the user', field: (label: string) => `the user’s ${label}` },
  named: (user: string) => ({ name: user, field: (label: string) => `${user}’s ${label}` }),
  own: { name: 'you', field: (label: string) => `your ${label}` },
}

/** The words of looking as another user in English. */
export const seeAsWords = {
  start: (user: string) => `See as ${user}`,
  as: (user: string) => `as ${user}`,
  bar: 'Seeing as another user',
  seeing: (user: string) => `You see what ${user} sees.`,
  locked: 'Nothing can be changed meanwhile.',
  lockedWhy: (user: string) => `You look as ${user}. End it to change something as yourself.`,
  end: 'End',
}

/** The words of the form of a rule in English. */
export const ruleFormWords = {
  about: 'Records of',
  aboutHelp: 'One model, all models of a package, or all but those of the service.',
  allows: 'What it allows',
  which: 'Which records',
  allRecords: 'All records.',
  condition: 'Records that meet all of these:',
  conditionJson: 'For several models the condition is written as JSON. It must fit each of them.',
  add: 'Add a condition',
  allFields: 'All fields',
  someFields: 'These fields',
  allButFields: 'All fields but these',
  allButHelp: 'Fields that are computed from one of these are left out, too.',
  readFields: 'Fields that can be seen',
  writeFields: 'Fields that can be set',
  textHelp: 'Text that begins with $ is a variable, such as $user.name. For plain text write $$.',
  previewTitle: 'What this changes',
  looking: 'Counting what appears and disappears…',
  notCounted: 'What this changes could not be counted',
  saveAnyway: 'Save anyway',
  confirm: 'Save the rule',
  cancel: 'Go on editing',
  nothing: 'Nobody sees other records or fields than before.',
  onlyReads: 'Counted are records and fields that can be seen. What may be created, changed or deleted has no count.',
  hidden: 'Only administrators are told what appears and disappears.',
  everyUser: (role: string) => `${role}: all users`,
  oneUser: (role: string, user: string) => `${role}: ${user}`,
  appears: (many: number) => plural(many, { one: '1 record appears', other: `${count(many)} records appear` }),
  disappears: (many: number) => plural(many, { one: '1 record disappears', other: `${count(many)} records disappear` }),
  fromTo: (before: number, after: number) => `${count(before)} before, ${count(after)} after`,
  newFields: (names: string) => `Fields that appear: ${names}`,
  lostFields: (names: string) => `Fields that disappear: ${names}`,
}
