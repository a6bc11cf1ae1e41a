import { model } from '../declare.ts'
import { dateTime } from '../field/dateTime.ts'
import { reference } from '../field/reference.ts'
import { text } from '../field/text.ts'
import { sessionModel, userModel } from './names.ts'

/** A login that has not ended. Each use checks its times against the settings to see if it is still valid. */
export const Session = model({
  name: sessionModel,
  label: { en: 'Session', de: 'Sitzung', fr: 'Session' },
  plural: { en: 'Sessions', de: 'Sitzungen', fr: 'Sessions' },
  title: 'agent',
  list: ['user', 'usedOn', 'agent'],
  fields: {
    user: reference(userModel, { required: true, onDelete: 'cascade' }),
    tokenHash: text({ secret: true, indexed: true, max: 64, help: 'SHA-256 in hex; the client alone has the token.' }),
    usedOn: dateTime({ help: 'The last use, to about a minute; it has no versions.' }),
    agent: text({ max: 300, help: 'The User-Agent header of the login.' }),
  },
  keepHistory: 365,
})
