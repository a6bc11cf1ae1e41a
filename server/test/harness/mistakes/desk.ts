/** The files of a folder without a mistake, in which every declaration of the language is used. */
export const desk = {
  'Thing.ts': `import { Place } from './Place.ts'
export const Thing = model({
  name: 'org.example.Thing',
  label: { en: 'Thing', de: 'Ding' },
  plural: { en: 'Things', de: 'Dinge' },
  title: 'name',
  list: ['number', 'name'],
  sortBy: ['name'],
  indexes: [['name']],
  search: ['name'],
  group: { en: 'Desk' },
  sections: [{ label: { en: 'Place' }, fields: ['place', 'room'] }],
  together: [['room', 'floor']],
  fields: {
    number: series('{place.code}-{number:4}', { per: ['place'], moves: true }),
    name: text({ required: true, max: 200, label: { en: 'Name', de: 'Name' } }),
    kind: choice([{ value: 'camera', label: { en: 'Camera' }, color: 'blue' }, 'lab'], { required: true }),
    tags: choice(['fragile', 'heavy'], { multiple: true, max: 2 }),
    place: reference(Place, { required: true, default: expression('$user.place') }),
    room: text({ max: 20 }),
    floor: text({ max: 10, fill: expression('left(room, 1)') }),
    currency: currency({ default: 'NZD' }),
    price: decimal({ precision: 12, scale: 2, currency: 'NZD' }),
    deposit: decimal({ precision: 12, scale: 2, currency: { field: 'currency' } }),
    fee: formula('round(price * 0.01, 2)', decimal({ precision: 12, scale: 2, currency: 'NZD' })),
    days: integer({ min: 1, max: 90, default: 14 }),
    loans: collection('org.example.Loan', { by: 'thing', sortBy: ['-fromOn'] }),
    loanCount: rollup('count', 'loans', { where: { fieldName: 'status', operator: '=', value: 'out' } }),
    paid: rollup('sum', 'loans.paid'),
    twice: formula('loanCount * 2', integer()),
    label: computed('{name}[ ({room})]'),
    likes: links(Place),
    pin: text({ max: 20, secret: true }),
    more: json(),
  },
  transitions: { kind: { camera: ['lab'] } },
  only: { '*': ['delete'], room: 'actions' },
  keepHistory: 730,
})
`,
  'Loan.ts': `import { Thing } from './Thing.ts'
const isOut = { fieldName: 'status', operator: '=', value: 'out' }
export const Loan = model({
  name: 'org.example.Loan',
  title: 'number',
  fields: {
    number: series('L-{fromOn.fiscalYear}-{number:5}', { gapless: true, when: isOut }),
    thing: reference(Thing, { required: true }),
    owner: reference('tabularium.User', { default: '$user' }),
    status: choice(['reserved', 'out', 'back'], { required: true, default: 'reserved' }),
    fromOn: date({ required: true, default: '$today' }),
    dueOn: date({ default: expression('fromOn + days(thing.days)') }),
    returnedOn: date(),
    until: formula('coalesce(returnedOn, dueOn)', date()),
    sentOn: dateTime(),
    paid: decimal({ precision: 12, scale: 2 }),
    note: text({ max: 200 }),
  },
  unique: [{ name: 'onceOut', fields: ['thing'], where: isOut, message: { en: 'is lent already' } }],
  noOverlap: [{ name: 'oneAtATime', by: ['thing'], from: 'fromOn', to: 'until', message: { en: 'is lent then' } }],
  atMost: [{ name: 'five', count: 5, by: ['owner'], where: isOut, message: { en: 'has five loans' } }],
  checks: [
    { name: 'notForLong', fields: ['dueOn'], holds: 'dueOn <= fromOn + 90d', message: { en: 'is too late' } },
    { name: 'isBack', fields: ['note'], when: "status = 'back'", holds: isOut, message: { en: 'is needed' } },
  ],
})
`,
  'Place.ts': `export const Place = model({
  name: 'org.example.Place',
  title: 'code',
  fields: { code: text({ required: true, unique: true, max: 10 }), mail: text({ max: 100 }) },
})
`,
  'application.ts': `export const app = application({
  label: { en: 'Desk' },
  timeZone: 'Pacific/Auckland',
  languages: ['en', 'de'],
  currency: 'NZD',
  yearBegins: '04-01',
})
export const people = extendUser({ fields: { place: reference('org.example.Place') } })
`,
  'database.ts': `import { Loan } from './Loan.ts'
import { Thing } from './Thing.ts'
export const noSpaces = sql({
  name: 'org.example.noSpaces',
  on: [Thing],
  up: "alter table {Thing} add constraint thing_spaces check ({Thing.room} !~ ' ')",
  down: 'alter table {Thing} drop constraint thing_spaces',
  constraints: { thing_spaces: { fields: ['room'], message: { en: 'must have no spaces' } } },
})
export const rooms = migration({
  name: 'org.example.rooms',
  on: Thing,
  where: { fieldName: 'room', operator: 'like', value: '%.%' },
  fields: ['room'],
  page: 500,
  run: (page) => page.map((thing) => [thing, { room: null }]),
})
`,
  'logic.ts': `import { Loan } from './Loan.ts'
import { Thing } from './Thing.ts'
export const clerk = role({
  name: 'clerk',
  rules: [
    { model: Loan, read: true, condition: { fieldName: 'createdBy', operator: '=', value: '$user.id' } },
    { model: Thing, read: true, hideFields: ['price'] },
    { model: 'org.example.Place', read: true },
  ],
  actions: ['org.example.lend'],
})
export const lend = action({
  name: 'org.example.lend',
  label: { en: 'Lend', de: 'Ausleihen' },
  on: Thing,
  as: 'clerk',
  takes: { thing: reference(Thing, { required: true }), days: integer({ default: 7 }) },
  gives: { loan: reference(Loan) },
  async run() {},
})
export const reminder = mail({
  name: 'org.example.reminder',
  as: 'clerk',
  takes: { loan: reference(Loan, { required: true }) },
  to: 'loan.thing.place.mail',
  text: { en: 'Loan {loan.number}\\n\\nPlease bring it back.' },
})
export const daily = schedule({ name: 'org.example.daily', at: '08:00', as: 'clerk', async run() {} })
export const follow = reaction({
  name: 'org.example.follow',
  on: Loan,
  when: { changed: ['status'] },
  as: 'clerk',
  async run() {},
})
export const count = job({ name: 'org.example.count', takes: { loan: reference(Loan) }, tries: 3, async run() {} })
`,
} as const
