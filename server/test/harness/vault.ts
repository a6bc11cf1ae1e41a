import { model } from '../../src/model/declare.ts'
import { choice } from '../../src/model/field/choice.ts'
import { computed } from '../../src/model/field/computed.ts'
import { decimal } from '../../src/model/field/decimal.ts'
import { integer } from '../../src/model/field/integer.ts'
import { reference } from '../../src/model/field/reference.ts'
import { rollup } from '../../src/model/field/rollup.ts'
import { text } from '../../src/model/field/text.ts'
import { collection } from '../../src/model/relation/collection.ts'
import { links } from '../../src/model/relation/links.ts'
import { saveMany } from './actions.ts'
import { type Client, recordsOf } from './client.ts'
import { toModels } from './everyType.ts'
import { allActions, makeRole, makeUser } from './people.ts'

export const [Team, Person, Badge, Case] = ['Team', 'Person', 'Badge', 'Case'].map(
  (name) => `org.example.vault.${name}`,
) as [string, string, string, string]

/** Models with something to hide in every way: fields, records, references, collections, links, a whole model. */
export const vault = toModels([
  model({
    name: Team,
    title: 'name',
    list: ['name', 'budget', 'payroll', 'quietCount'],
    fields: {
      name: text({ required: true, max: 50 }),
      budget: decimal({ precision: 12, scale: 2 }),
      members: collection(Person, { by: 'team' }),
      quiet: collection(Person, { by: 'secretTeam' }),
      headcount: rollup('count', 'members'),
      payroll: rollup<string>('sum', 'members.salary'),
      closed: rollup('count', 'members', { where: { fieldName: 'rank', operator: '=', value: 'closed' } }),
      lastNote: rollup<string>('latest', 'members.note', { by: 'score' }),
      quietCount: rollup('count', 'quiet'),
      quietName: rollup<string>('max', 'quiet.name'),
    },
  }),
  model({
    name: Badge,
    title: 'name',
    list: ['name', 'kind'],
    fields: { name: text({ required: true, max: 50 }), kind: choice(['plain', 'secret'], { required: true }) },
  }),
  model({
    name: Person,
    title: 'label',
    list: ['label', 'salary', 'team'],
    search: ['name', 'alias'],
    together: [['name', 'alias', 'note']],
    fields: {
      name: text({ required: true, max: 50 }),
      alias: text({ max: 50 }),
      label: computed('{name}[ ({alias})]'),
      note: text({ max: 200 }),
      salary: decimal({ precision: 12, scale: 2 }),
      score: integer(),
      rank: choice(['open', 'closed'], { required: true, default: 'open' }),
      pin: text({ secret: true, max: 20 }),
      code: text({ unique: true, max: 20 }),
      owner: reference('tabularium.User'),
      team: reference(Team),
      secretTeam: reference(Team),
      boss: reference(Person),
      badges: links(Badge),
      badgeCount: rollup('count', 'badges'),
      topBadge: rollup<string>('max', 'badges.name'),
      friends: links(Person),
    },
  }),
  model({
    name: Case,
    title: 'subject',
    fields: { subject: text({ required: true, max: 50 }), person: reference(Person, { onDelete: 'cascade' }) },
  }),
])

/** A user who sees a part of it, and how two databases may differ without that user noticing. */
export interface Onlooker {
  readonly name: string
  readonly rules: readonly object[]
  /** The fields of a person that they see only in some records. */
  readonly hidden: readonly string[]
  /** The people whose unique field they may write, so that they can find out whether a value is taken. */
  readonly writesUnique: 'none' | 'own' | 'all'
  /** Changes what they do not see, and nothing else. */
  readonly change: readonly string[]
}

const person = 'record.org_example_vault_person'
const mine = { fieldName: 'owner', operator: '=', value: '$user.id' }
const isOpen = { fieldName: 'rank', operator: '=', value: 'open' }

/** The journal has the values of a field, too. */
function journaled(field: string, value: string, where = 'true'): string {
  return `update tabularium.journal
    set changes = regexp_replace(changes::text, '"${field}":\\[[^]]*\\]', '"${field}":[${value}]')::json where ${where}`
}

const others = `owner is distinct from (select id from record.tabularium_user where username = 'onlooker')`
const ofOthers = `record in (select id from ${person} where ${others}) and model = (select number
  from tabularium.models where name = '${Person}')`

export const onlookers: readonly Onlooker[] = [
  {
    name: 'who never sees some fields',
    rules: [
      {
        model: Person,
        ...allActions,
        readFields: ['name', 'alias', 'label', 'rank', 'owner', 'team', 'boss', 'badges', 'friends'],
        writeFields: ['name', 'alias', 'rank', 'owner', 'team', 'boss', 'badges', 'friends'],
      },
      {
        model: Team,
        read: true,
        update: true,
        create: true,
        readFields: ['name', 'members'],
        writeFields: ['name', 'members'],
      },
      {
        model: Badge,
        read: true,
        condition: { fieldName: 'kind', operator: '=', value: 'plain' },
        readFields: ['name'],
      },
    ],
    hidden: ['note', 'salary', 'score', 'pin', 'code', 'secretTeam'],
    writesUnique: 'none',
    change: [
      `update ${person} set note = 'other ' || id, salary = salary * 3 + id, score = 100 - score, pin = 'other',
        code = 'other' || id, secret_team = 1 + (id % 3)`,
      journaled('note', 'null,"other"'),
      journaled('salary', 'null,"7.77"'),
      journaled('score', 'null,-5'),
      journaled('secretTeam', 'null,3'),
      'update record.org_example_vault_team set budget = 1 - budget',
      journaled('budget', 'null,"1.00"'),
      `delete from record.org_example_vault_person_badges_links where target in (select id
        from record.org_example_vault_badge where kind = 'secret')`,
      `update record.org_example_vault_badge set name = 'other' where kind = 'secret'`,
      `delete from record.org_example_vault_case`,
    ],
  },
  {
    name: 'who sees some fields of their own records alone',
    rules: [
      { model: Person, read: true, readFields: ['name', 'label', 'rank', 'team'] },
      { model: Person, update: true, writeFields: ['name'] },
      { model: Person, ...allActions, condition: mine },
      { model: Team, read: true },
      { model: Badge, read: true, readFields: ['name'] },
    ],
    hidden: ['alias', 'note', 'salary', 'score', 'code', 'owner', 'secretTeam', 'boss', 'badges', 'friends'],
    writesUnique: 'own',
    change: [
      `update ${person} set note = 'other ' || id, salary = salary * 3 + id, score = 100 - score, pin = 'other',
        code = 'other' || id, secret_team = 1 + (id % 3), boss = 1 + id % 2 where ${others}`,
      journaled('note', 'null,"other"', ofOthers),
      journaled('salary', 'null,"7.77"', ofOthers),
      journaled('score', 'null,-5', ofOthers),
      journaled('boss', 'null,1', ofOthers),
      `delete from record.org_example_vault_person_badges_links where source in (select id from ${person}
        where ${others}) and source % 2 = 0`,
      // Not those to records of the onlooker: deleting one shows in the versions of records that link to it.
      `delete from record.org_example_vault_person_friends_links where source in (select id from ${person}
        where ${others}) and source % 2 = 0 and target % 3 > 0`,
      `update record.org_example_vault_badge set kind = case kind when 'plain' then 'secret' else 'plain' end`,
    ],
  },
  {
    name: 'who may write what they may not read',
    rules: [
      { model: Person, read: true, readFields: ['name', 'label', 'rank'] },
      {
        model: Person,
        create: true,
        update: true,
        writeFields: ['name', 'rank', 'salary', 'score', 'note', 'secretTeam', 'pin', 'friends'],
      },
      { model: Team, read: true, condition: { fieldName: 'id', operator: '<', value: 3 }, readFields: ['name'] },
    ],
    hidden: ['alias', 'note', 'salary', 'score', 'code', 'owner', 'secretTeam', 'boss', 'badges', 'friends', 'team'],
    writesUnique: 'none',
    change: [
      `update ${person} set note = 'other ' || id, salary = salary * 3 + id, score = 100 - score, pin = 'other',
        secret_team = 1 + (id % 3), team = null`,
      journaled('note', 'null,"other"'),
      journaled('salary', 'null,"7.77"'),
      journaled('score', 'null,-5'),
      journaled('secretTeam', 'null,3'),
      journaled('team', 'null,3'),
      `delete from record.org_example_vault_person_friends_links where source % 2 = 0`,
    ],
  },
  {
    name: 'who does not see some records',
    rules: [
      { model: Person, ...allActions, condition: isOpen },
      { model: Team, ...allActions, condition: { fieldName: 'name', operator: 'notLike', value: 'hidden%' } },
      { model: Badge, read: true, condition: { fieldName: 'kind', operator: '=', value: 'plain' } },
    ],
    hidden: [],
    writesUnique: 'all',
    change: [
      `delete from record.org_example_vault_person_badges_links where target in (select id
        from record.org_example_vault_badge where kind = 'secret') or source in (select id from ${person}
        where rank = 'closed')`,
      `delete from record.org_example_vault_person_friends_links where target in (select id from ${person}
        where rank = 'closed') or source in (select id from ${person} where rank = 'closed')`,
      `update ${person} set name = 'other ' || id, salary = -salary, score = 100 - score, note = 'other',
        alias = 'x' where rank = 'closed'`,
      `delete from ${person} where rank = 'closed' and id > 20 and not exists (select from ${person} as p
        where p.boss = ${person}.id) and team is null`,
      `update record.org_example_vault_team set budget = 1 - budget, name = 'hidden other' where name like 'hidden%'`,
      `update record.org_example_vault_badge set name = 'other' where kind = 'secret'`,
      `delete from record.org_example_vault_badge where kind = 'secret' and id % 2 = 0`,
    ],
  },
]

/** Fills a database for one of them, who is called `onlooker`. Returns their id. */
export async function fillVault(admin: Client, { rules }: Onlooker): Promise<number> {
  const role = await makeRole(admin, 'onlooker', rules)
  const { id: userId } = await makeUser(admin, 'onlooker', [role])
  const save = async (model: string, records: readonly object[]) => recordsOf(await saveMany(admin, model, records))
  await save(
    Team,
    numbers(5).map((n) => ({ name: `${n > 3 ? 'hidden' : 'Team'} ${n}`, budget: `${n}00.50` })),
  )
  await save(
    Badge,
    numbers(8).map((n) => ({ name: `Badge ${n}`, kind: n % 3 === 0 ? 'secret' : 'plain' })),
  )
  // Created and updated twice, so that there is something to conflict with.
  const made = await save(
    Person,
    numbers(30).map((n) => toPerson(n, userId)),
  )
  const again = await save(
    Person,
    made.map(({ id, version }) => ({ id, version, ...toLinked(id) })),
  )
  await save(
    Person,
    again.map(({ id, version }) => ({ id, version, note: `note again ${id}`, salary: `${id * 10}.50` })),
  )
  await save(
    Case,
    numbers(10).map((n) => ({ subject: `Case ${n}`, person: { id: n } })),
  )
  return userId
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1)
}

function toPerson(n: number, userId: number): object {
  const isClosed = n % 4 === 0
  return {
    name: `Person ${n % 7}`,
    alias: n % 5 === 0 ? null : `alias ${n % 3}`,
    note: `note ${n}`,
    salary: `${n * 10}.00`,
    score: n,
    rank: isClosed ? 'closed' : 'open',
    pin: `pin ${n}`,
    code: `code ${n}`,
    owner: n % 3 === 0 ? { id: userId } : null,
    team: isClosed ? null : { id: 1 + (n % 3) },
    secretTeam: { id: 1 + (n % 2) },
  }
}

function toLinked(n: number): object {
  return {
    badges: [1 + (n % 8), 1 + ((n + 3) % 8)].map((id) => ({ id })),
    friends: n > 4 ? [{ id: n - 1 }, { id: n - 4 }] : [],
    // Also one that some users do not see.
    boss: n > 4 && n % 4 > 0 ? { id: n % 5 === 0 ? 4 : n % 3 === 0 ? 1 : 2 } : null,
    score: n + 1,
  }
}
