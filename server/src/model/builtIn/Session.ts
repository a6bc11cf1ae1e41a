import { model } from '../declare.ts'
import { dateTime } from '../field/dateTime.ts'
import { reference } from '../field/reference.ts'
import { text } from '../field/text.ts'
import { sessionModel, userModel } from './names.ts'

/** One login that has not ended. Whether it still lives is decided at each look-up, by its moments and the settings. */
export const Session = model({
  name: sessionModel,
  title: 'agent',
  list: ['user', 'usedOn', 'agent'],
  fields: {
    user: reference(userModel, { required: true, onDelete: 'cascade' }),
    tokenHash: text({ secret: true, indexed: true, max: 64, help: 'SHA-256 in hex; the client alone has the token.' }),
    usedOn: dateTime({ help: 'The last use, to the minute or so; it has no versions.' }),
    agent: text({ max: 300, help: 'What the program called itself: User-Agent.' }),
  },
  keepHistory: 365,
})
