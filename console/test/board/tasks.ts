import { action, boolean, choice, date, decimal, model, reference, role, text } from 'tabularium'

const statuses = [
  { value: 'open', label: 'Open' },
  { value: 'doing', label: 'Doing' },
  { value: 'done', label: 'Done' },
  { value: 'gone', label: 'Given up' },
]

/** Who does something. */
export const Person = model({
  name: 'com.example.board.Person',
  plural: 'People',
  title: 'name',
  list: ['name'],
  fields: { name: text({ required: true, max: 40 }) },
})

/** Something to do: an action alone says that it is done. */
export const Task = model({
  name: 'com.example.board.Task',
  plural: 'Tasks',
  title: 'name',
  list: ['name', 'status'],
  sortBy: ['name'],
  fields: {
    name: text({ required: true, max: 40 }),
    status: choice(statuses, { default: 'open' }),
    stage: choice(['idea', 'plan', 'sold'], { required: true, default: 'idea' }),
    state: choice(['fresh', 'stale']),
    urgent: boolean(),
    person: reference(Person),
    dueOn: date(),
    cost: decimal({ precision: 9, scale: 2 }),
  },
  checks: [
    {
      name: 'soldHasDate',
      fields: ['dueOn'],
      holds: "stage != 'sold' or dueOn is not null",
      message: 'is required once sold',
    },
  ],
  views: {
    lanes: {
      where: { fieldName: 'name', operator: 'like', value: 'Lane%' },
      layout: 'board',
      by: 'stage',
      card: ['cost'],
      sum: 'cost',
      groupBy: ['person'],
    },
  },
  only: { state: 'actions' },
  transitions: { status: { open: ['doing', 'gone'], doing: ['open', 'done', 'gone'], done: ['open'], gone: [] } },
})

/** Says that tasks are done. */
export const finish = action({
  name: 'com.example.board.finish',
  label: 'Finish',
  help: 'Tells everybody.',
  on: Task,
  when: { holds: "status = 'doing'", message: 'Only what is being done can be finished.' },
  leadsTo: { status: 'done' },
  takes: { task: reference(Task, { required: true }) },
  gives: { task: reference(Task, { required: true }) },
  async run({ task }, records) {
    return { task: await records.update(await records.read(Task, task), { status: 'done' }) }
  },
})

/** May read everything, and change what tasks are called and how far they are. */
export const namer = role({
  name: 'namer',
  rules: [
    { model: Person, read: true },
    { model: Task, read: true, update: true, writeFields: ['name', 'stage'] },
  ],
})
