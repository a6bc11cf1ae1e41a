import {
  action,
  choice,
  collection,
  date,
  extendUser,
  integer,
  job,
  json,
  model,
  reaction,
  reference,
  role,
  schedule,
  series,
  text,
} from '../../../src/index.ts'
import type { AnyRecordRead, Records } from '../../../src/logic/Records.ts'
import { loadLogic } from '../../../src/logic/loadLogic.ts'
import { withBuiltIn } from '../../../src/model/builtIn/builtInModels.ts'
import type { ModelDeclaration } from '../../../src/model/declare.ts'
import { fieldsOf } from '../../../src/model/extendUser.ts'
import { toRole } from '../../../src/model/role.ts'
import { toModel } from '../../../src/model/toModel.ts'

const code = text({ required: true, unique: true, max: 60 })

/** The parent of lines, which limits their amounts. */
export const Order = model({
  name: 'every.Order',
  title: 'code',
  fields: {
    code,
    most: integer({ default: 10 }),
    lines: collection('every.Line', { by: 'order' }),
    slips: collection('every.Slip', { by: 'order' }),
  },
})

/** A model that only logic writes. */
export const Slip = model({
  name: 'every.Slip',
  title: 'code',
  fields: { code, order: reference(Order, { required: true, onDelete: 'cascade' }), note: text() },
  only: 'actions',
})

/** A model with every rule that a model can have. */
export const Line = model({
  name: 'every.Line',
  title: 'code',
  fields: {
    code,
    order: reference(Order, { required: true, onDelete: 'cascade' }),
    amount: integer({ default: 1 }),
    state: choice(['draft', 'open', 'done'], { default: 'draft' }),
    stage: text(),
    badge: text({ max: 20 }),
    room: text({ max: 20 }),
    fromOn: date(),
    toOn: date(),
    team: text({ max: 20 }),
    number: series('L{number}', { gapless: true }),
    kind: choice(['plain', 'special'], { default: 'plain' }),
    reason: text({ max: 40, when: "kind = 'special'", requiredWhen: "kind = 'special'" }),
  },
  only: { stage: 'actions' },
  unique: [
    {
      name: 'oneBadge',
      fields: ['badge'],
      where: { fieldName: 'amount', operator: '>', value: 0 },
      message: 'is worn already',
    },
  ],
  noOverlap: [{ name: 'oneGuest', by: ['room'], from: 'fromOn', to: 'toOn', message: 'has a guest then' }],
  atMost: [{ name: 'oneMember', count: 1, by: ['team'], message: 'is full' }],
  checks: [
    {
      name: 'withinOrder',
      fields: ['amount'],
      holds: { fieldName: 'order.most', operator: '>=', value: '$record.amount' },
      message: 'must not be more than the order allows',
    },
  ],
  transitions: { state: { draft: ['open'], open: ['done'] } },
})

/** The parent of users. */
export const Desk = model({
  name: 'every.Desk',
  title: 'code',
  fields: { code, people: collection('tabularium.User', { by: 'desk' }) },
})
const extension = extendUser({ fields: { desk: reference(Desk) } })

/** What a reaction or a schedule is to do. */
export const Task = model({
  name: 'every.Task',
  title: 'kind',
  fields: { kind: choice(['reaction', 'schedule'], { required: true }), task: json({ required: true }) },
})
/** A task that was done. */
export const Done = model({ name: 'every.Done', title: 'task', fields: { task: integer({ required: true }) } })

/** A write as logic gets it. */
export interface LogicTask {
  readonly does: 'create' | 'change' | 'delete'
  readonly model: string
  readonly id?: number
  readonly values: object
}

async function perform({ does, model: name, id = 0, values }: LogicTask, records: Records): Promise<void> {
  const declared = { name } as ModelDeclaration
  if (does === 'create') return void (await records.create(declared, values))
  const found = (await records.read(declared, id)) as unknown as AnyRecordRead
  await (does === 'change' ? records.update(found, values) : records.remove(found))
}

const takes = { task: json({ required: true }) }
const toTask = (given: unknown) => given as LogicTask
const doLater = job({
  name: 'every.doLater',
  takes,
  tries: 1,
  run: ({ task }, records) => records.transact((own) => perform(toTask(task), own)),
})
/** The schedule, which the service itself does not know: a test says when it is due. */
export const hourly = schedule({
  name: 'every.hourly',
  every: '1h',
  as: 'writer',
  run: async (records) => {
    const [next] = await records.search(Task, {
      where: { fieldName: 'kind', operator: '=', value: 'schedule' },
      sortBy: ['-id'],
      limit: 1,
    })
    if (next) await perform(toTask(next.task), records)
  },
})
const declarations = [
  doLater,
  action({
    name: 'every.do',
    takes,
    run: async ({ task }, records) => {
      await perform(toTask(task), records)
      return undefined
    },
  }),
  action({
    name: 'every.send',
    takes,
    run: async ({ task }, records) => {
      await records.later(doLater, { task })
      return undefined
    },
  }),
  action({
    name: 'every.approve',
    takes: { line: reference(Line, { required: true }) },
    run: async ({ line }, records) => {
      await records.update(await records.read(Line, line), { stage: 'approved' })
      return undefined
    },
  }),
  reaction({
    name: 'every.react',
    on: Task,
    when: { created: true },
    as: 'writer',
    run: async (events, records) => {
      for (const { id, after } of events)
        if (after?.kind === 'reaction') {
          await perform(toTask(after.task), records)
          await records.create(Done, { task: id })
        }
    },
  }),
]

const all = { read: true, create: true, update: true, delete: true }
const own = [Order, Line, Slip, Desk, Task, Done].map((of) => ({ model: of, ...all }))
const ofService = ['User', 'Role', 'Rule'].map((name) => ({ model: `tabularium.${name}`, ...all }))
const actions = ['every.do', 'every.send']
/** `writer` writes everything here and runs the general actions; `runner` only reads, and runs them. */
export const roles = [
  role({ name: 'writer', rules: [...own, ...ofService], actions }),
  role({ name: 'runner', rules: own.map((rule) => ({ model: rule.model, read: true })), actions }),
].map((declared) => toRole(declared, 'every.ts'))
export const models = withBuiltIn(
  [Order, Line, Slip, Desk, Task, Done].map(toModel),
  fieldsOf([{ file: 'every.ts', extension }]),
)
const loaded = loadLogic(
  declarations.map((declaration) => ({ file: 'every.ts', declaration })),
  { models, roles },
)
if (loaded.mistakes.length > 0) throw new TypeError(JSON.stringify(loaded.mistakes))
export const { logic } = loaded
