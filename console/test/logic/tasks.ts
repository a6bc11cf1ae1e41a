import { action, choice, integer, links, model, refuse, text } from 'tabularium'

/** Something to do. */
export const Task = model({
  name: 'com.example.tasks.Task',
  title: 'name',
  list: ['name', 'state', 'reason'],
  fields: {
    name: text({ required: true, max: 40 }),
    state: choice(['open', 'closed'], { required: true, default: 'open' }),
    reason: text({ max: 40 }),
  },
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
