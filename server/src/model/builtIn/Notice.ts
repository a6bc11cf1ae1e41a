import { model } from '../declare.ts'
import { choice } from '../field/choice.ts'
import { dateTime } from '../field/dateTime.ts'
import { integer } from '../field/integer.ts'
import { reference } from '../field/reference.ts'
import { text } from '../field/text.ts'
import { noticeModel, userModel } from './names.ts'

/**
 * What a user should look at: the service writes it, and its author is the one who caused it. It names a record and has
 * no value of it, because the user may lose the right to read that.
 */
export const Notice = model({
  name: noticeModel,
  label: { en: 'Notice', de: 'Hinweis', fr: 'Avis' },
  plural: { en: 'Notices', de: 'Hinweise', fr: 'Avis' },
  title: 'kind',
  list: ['kind', 'model', 'record', 'createdBy', 'createdOn', 'seenOn'],
  fields: {
    user: reference(userModel, { required: true, onDelete: 'cascade' }),
    kind: choice(['mention'], { required: true, default: 'mention', help: 'mention: a comment names the user.' }),
    model: text({ required: true, max: 200, help: 'The full name of the model of the record.' }),
    record: integer({ required: true, help: 'The id of the record.' }),
    comment: integer({ help: 'The id of the comment, of a mention.' }),
    seenOn: dateTime({ help: 'When the user has seen it; empty: not yet.' }),
  },
  keepHistory: 365,
})
