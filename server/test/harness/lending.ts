import { model } from '../../src/model/declare.ts'
import { choice } from '../../src/model/field/choice.ts'
import { date } from '../../src/model/field/date.ts'
import { decimal } from '../../src/model/field/decimal.ts'
import { integer } from '../../src/model/field/integer.ts'
import { reference } from '../../src/model/field/reference.ts'
import { text } from '../../src/model/field/text.ts'
import { collection } from '../../src/model/relation/collection.ts'
import { links } from '../../src/model/relation/links.ts'
import { Models } from '../../src/model/Models.ts'
import { sql, toOwnSql } from '../../src/model/ownSql.ts'
import { toModels } from './everyType.ts'

// A desk that lends equipment: a batch of it can be wrong in every way that there is.

export const Department = model({
  name: 'desk.Department',
  title: 'name',
  fields: { code: text({ required: true, unique: true }), name: text({ required: true }) },
})

export const Label = model({
  name: 'desk.Label',
  title: 'word',
  fields: { word: text({ required: true, unique: true }) },
})

export const Equipment = model({
  name: 'desk.Equipment',
  title: 'name',
  unique: [['department', 'shelf']],
  noOverlap: [{ name: 'oneGuest', by: ['bench'], from: 'fromOn', to: 'toOn', message: 'is taken then' }],
  atMost: [{ name: 'oneThing', count: 1, by: ['locker'], message: 'is full' }],
  checks: [
    {
      name: 'priceOfCameras',
      fields: ['price'],
      when: { fieldName: 'category', operator: '=', value: 'camera' },
      holds: { fieldName: 'price', operator: 'notNull' },
      message: 'is needed for cameras',
    },
  ],
  transitions: { state: { new: ['used', 'broken'], used: ['broken'], broken: [] } },
  fields: {
    name: text({ required: true, max: 40 }),
    serialNumber: text({ unique: true }),
    category: choice(['camera', 'audio', 'lab'], { required: true }),
    state: choice(['new', 'used', 'broken'], { default: 'new' }),
    price: decimal({ precision: 8, scale: 2 }),
    boughtOn: date(),
    shelf: integer({ min: 1 }),
    bench: integer(),
    fromOn: date(),
    toOn: date(),
    locker: integer(),
    note: text({ max: 40 }),
    department: reference(Department, { required: true }),
    partOf: reference('desk.Equipment'),
    labels: links(Label),
    parts: collection('desk.Part', { by: 'equipment' }),
  },
})

export const Part = model({
  name: 'desk.Part',
  title: 'name',
  unique: [['equipment', 'name']],
  fields: {
    name: text({ required: true }),
    equipment: reference(Equipment, { required: true, onDelete: 'cascade' }),
    department: reference(Department),
  },
})

/** What no declaration says: a check that only PostgreSQL knows. */
const noShouting = sql({
  name: 'desk.noShouting',
  on: [Equipment],
  up: "alter table {Equipment} add constraint equipment_shouting check ({Equipment.note} !~ '!')",
  down: 'alter table {Equipment} drop constraint equipment_shouting',
  constraints: { equipment_shouting: { fields: ['note'], message: 'must not shout' } },
})

const { all, application } = toModels([Department, Label, Equipment, Part])
export const desk = new Models(all, application, [toOwnSql(noShouting)])
