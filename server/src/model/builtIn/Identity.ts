import { model } from '../declare.ts'
import { dateTime } from '../field/dateTime.ts'
import { reference } from '../field/reference.ts'
import { text } from '../field/text.ts'
import { identityModel, userModel } from './names.ts'

/** A person at a provider of OpenID Connect, tied to a user: by the subject, never by an address or a name. */
export const Identity = model({
  name: identityModel,
  label: { en: 'Tied login', de: 'Verknüpfte Anmeldung', fr: 'Connexion liée' },
  plural: { en: 'Tied logins', de: 'Verknüpfte Anmeldungen', fr: 'Connexions liées' },
  title: 'provider',
  list: ['user', 'provider', 'createdOn', 'usedOn'],
  fields: {
    user: reference(userModel, { required: true, onDelete: 'cascade' }),
    provider: text({ required: true, max: 50, help: 'The provider by its name in the files.' }),
    issuer: text({ required: true, max: 255, help: 'The issuer of its ID tokens.' }),
    subject: text({ required: true, max: 255, help: 'The person at the issuer.' }),
    usedOn: dateTime({ help: 'The last login; it has no versions.' }),
  },
  unique: [
    ['issuer', 'subject'],
    ['user', 'issuer'],
  ],
})
