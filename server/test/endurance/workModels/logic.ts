import { appendFileSync } from 'node:fs'
import { integer, job, model, reaction, role, schedule, text } from '../../../src/index.ts'

/** What the jobs did outside: a line for each run with its key, appended as one write. */
const outside = process.env['WORK_OUTSIDE'] ?? '/dev/null'

/** Something that jobs and reactions are about. */
export const Thing = model({
  name: 'work.Thing',
  title: 'label',
  fields: { label: text({ required: true }), poisoned: text(), value: integer({ required: true, default: 0 }) },
})

/** What a job or a reaction did: there must be one for each. */
export const Effect = model({
  name: 'work.Effect',
  title: 'what',
  fields: {
    what: text({ required: true, max: 200 }),
    thing: integer({ required: true, indexed: true }),
    at: integer({ required: true }),
  },
})

export const workers = role({
  name: 'workers',
  rules: [
    { model: Thing, read: true, update: true },
    { model: Effect, read: true, create: true },
  ],
})

/** Has an effect outside, one on records, and one more on records. */
export const stamp = job({
  name: 'work.stamp',
  as: 'workers',
  takes: { thing: integer({ required: true }) },
  run: async ({ thing }, records, { key }) => {
    appendFileSync(outside, `${thing} ${key}\n`)
    await records.transact(async (own) => {
      await own.create(Effect, { what: 'first', thing, at: 0 })
    })
    await records.transact(async (own) => {
      await own.create(Effect, { what: 'second', thing, at: 1 })
    })
  },
})

/** Always fails. */
export const never = job({
  name: 'work.never',
  as: 'workers',
  tries: 2,
  takes: {},
  run: async () => {
    throw new Error('It never succeeds.')
  },
})

/** Leaves an effect for each of its times. */
export const tick = schedule({
  name: 'work.tick',
  every: '2s',
  as: 'workers',
  run: async (records, { due }) => {
    await records.create(Effect, { what: 'tick', thing: 0, at: due.getTime() / 1_000 })
  },
})

/** Copies each version of a thing, unless the thing is poisoned. */
export const copy = reaction({
  name: 'work.copy',
  on: Thing,
  as: 'workers',
  from: 'start',
  run: async (events, records) => {
    const bad = events.find(({ after }) => after?.poisoned !== null)
    if (bad) throw new Error(`The thing ${bad.id} is poisoned.`)
    await records.createAll(
      Effect,
      events.map(({ id, version }) => ({ what: 'copy', thing: id, at: version })),
    )
  },
})
