import { model } from '../declare.ts'
import { choice } from '../field/choice.ts'
import { dateTime } from '../field/dateTime.ts'
import { integer } from '../field/integer.ts'
import { json } from '../field/json.ts'
import { text } from '../field/text.ts'
import { jobModel } from './names.ts'

/**
 * Work that a transaction left for later. The service writes it: its lease and its progress without a version, its end
 * with one. A person can send a failed job again, by a write of its state.
 */
export const Job = model({
  name: jobModel,
  label: { en: 'Job', de: 'Hintergrundauftrag', fr: 'Tâche' },
  plural: { en: 'Jobs', de: 'Hintergrundaufträge', fr: 'Tâches' },
  title: 'name',
  list: ['name', 'state', 'createdOn', 'progress', 'tries', 'error'],
  fields: {
    name: text({ required: true, max: 200, help: 'The declared job, reaction, schedule or mail.' }),
    kind: choice(['job', 'reaction', 'schedule', 'mail', 'service'], { required: true, default: 'job' }),
    state: choice(['waiting', 'running', 'done', 'failed'], {
      required: true,
      default: 'waiting',
      help: 'A failed job is not tried again until somebody sets it to waiting.',
    }),
    input: json({ help: 'What it takes; of a reaction: the record whose changes it has not handled.' }),
    dueOn: dateTime({ help: 'When it is tried next; of a running job: when its lease ends.' }),
    progress: integer({ min: 0, max: 100, help: 'In percent; it has no versions.' }),
    note: text({ max: 200, help: 'What it is doing; it has no versions.' }),
    tries: integer({ required: true, default: 0, help: 'How often it was begun.' }),
    failures: integer({ required: true, default: 0, help: 'How often it failed since it was sent.' }),
    error: text({ multiline: true, max: 4000, help: 'Why it failed the last time.' }),
    steps: json({ help: 'What its transactions returned: a transaction that was committed is not repeated.' }),
    requestId: text({ max: 2000, help: 'The request, reaction or schedule that sent it.' }),
    // No reference: the job of a key that is deleted must not get all rights of its user.
    keyId: integer({ help: 'The id of the API key that sent it: the job has the rights of the key.' }),
  },
  indexes: [
    ['state', 'dueOn'],
    ['kind', 'state', 'name'],
    ['state', 'createdBy', 'dueOn'],
  ],
  transitions: { state: { failed: ['waiting'] } },
  undoTransitions: false,
  keepHistory: 365,
})
