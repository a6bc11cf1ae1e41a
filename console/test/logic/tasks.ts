import { action, choice, collection, integer, links, model, reference, refuse, rollup, text } from 'tabularium'

/** A board of tasks. */
export const Board = model({
  name: 'com.example.tasks.Board',
  title: 'name',
  fields: {
    name: text({ required: true, max: 40 }),
    tasks: collection('com.example.tasks.Task', { by: 'board' }),
    taskCount: rollup('count', 'tasks'),
  },
})

/** Something to do. */
export const Task = model({
  name: 'com.example.tasks.Task',
  title: 'name',
  list: ['name', 'state', 'reason'],
  fields: {
    name: text({ required: true, max: 40 }),
    state: choice(
      [
        { value: 'open', label: 'To do' },
        { value: 'closed', label: 'Done' },
        { value: 'dropped', label: 'Given up' },
      ],
      { required: true, default: 'open' },
    ),
    reason: text({ max: 40 }),
    board: reference(Board),
  },
  transitions: { state: { open: ['closed', 'dropped'], closed: ['open'] } },
})

/** Closes tasks, for a reason. */
export const close = action({
  name: 'com.example.tasks.close',
  label: 'Close tasks',
  help: 'A closed task stays in the list.',
  on: Task,
  takes: { tasks: links(Task), reason: text({ required: true, max: 40, help: 'Others see it.' }) },
  gives: { closed: integer() },
  async run({ tasks, reason }, records) {
    if (reason === 'none') throw refuse('no-reason', 'A task is closed for a reason.', { reason: 'must say why' })
    const found = await records.readAll(
      Task,
      (tasks ?? []).map(({ id }) => ({ id: Number(id) })),
    )
    await records.updateAll(found.map((task) => [task, { state: 'closed' as const, reason }]))
    return { closed: found.length }
  },
})

/** Opens a closed task again. It asks for nothing else, and refuses one that was closed for good. */
export const reopen = action({
  name: 'com.example.tasks.reopen',
  label: 'Open again',
  help: 'The task is to be done again.',
  on: Task,
  when: { holds: "state = 'closed'", message: 'Only a task that is done can be opened again.' },
  leadsTo: { state: 'open' },
  takes: { task: reference(Task, { required: true }) },
  gives: { task: reference(Task, { required: true }) },
  async run({ task }, records) {
    const found = await records.read(Task, task)
    if (found.reason === 'forever') throw refuse('forever', 'It was closed for good.')
    return { task: await records.update(found, { state: 'open' }) }
  },
})

/** Puts a task on a board. The board itself does not change. */
export const put = action({
  name: 'com.example.tasks.put',
  label: 'Put a task',
  on: Board,
  takes: { board: reference(Board, { required: true }), name: text({ required: true, max: 40 }) },
  async run({ board, name }, records) {
    await records.create(Task, { board: { id: board.id }, name })
    return {}
  },
})
