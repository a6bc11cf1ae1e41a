import { model } from '../declare.ts'
import { choice } from '../field/choice.ts'
import { dateTime } from '../field/dateTime.ts'
import { integer } from '../field/integer.ts'
import { reference } from '../field/reference.ts'
import { text } from '../field/text.ts'
import { factorModel, userModel } from './names.ts'

/** What a user proves besides the password. */
export const Factor = model({
  name: factorModel,
  label: { en: 'Second factor', de: 'Zweiter Faktor', fr: 'Second facteur' },
  plural: { en: 'Second factors', de: 'Zweite Faktoren', fr: 'Seconds facteurs' },
  title: 'name',
  list: ['user', 'kind', 'name', 'createdOn', 'usedOn'],
  fields: {
    user: reference(userModel, { required: true, onDelete: 'cascade' }),
    kind: choice(['totp'], { required: true, default: 'totp', help: 'totp: codes of an app, which count once.' }),
    name: text({ max: 100, help: 'What its user calls it.' }),
    secret: text({ secret: true, max: 500, help: 'Encrypted with encryptionKeys; the app alone has the text.' }),
    lastStep: integer({ help: 'The period of 30 seconds of the last code: no code of it or before counts any more.' }),
    usedOn: dateTime({ help: 'The last login with it; it has no versions.' }),
  },
})
