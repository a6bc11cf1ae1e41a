import { model } from '../declare.ts'
import { boolean } from '../field/boolean.ts'
import { choice } from '../field/choice.ts'
import { dateTime } from '../field/dateTime.ts'
import { text } from '../field/text.ts'
import { links } from '../relation/links.ts'
import { roleModel, userModel } from './names.ts'

/** A user of the service. `extendUser` adds fields to it. */
export const User = model({
  name: userModel,
  label: { en: 'User', de: 'Benutzer', fr: 'Utilisateur' },
  plural: { en: 'Users', de: 'Benutzer', fr: 'Utilisateurs' },
  title: 'username',
  list: ['username', 'name', 'admin', 'disabled'],
  fields: {
    username: text({
      required: true,
      unique: true,
      max: 100,
      pattern: '[a-z0-9][a-z0-9._@+-]*',
      help: 'Small ASCII letters, digits and . _ @ + -, so that no two names look alike.',
    }),
    name: text({ max: 200, help: 'The name for people; the username if empty.' }),
    password: {
      ...text({ secret: true, max: 256, help: 'A user without a password cannot log in.' }),
      hashed: 'argon2id',
    },
    admin: boolean({ required: true, default: false, help: 'Administrators may do everything.' }),
    disabled: boolean({ required: true, default: false, help: 'A disabled user cannot log in and has no sessions.' }),
    timeZone: text({ max: 50, help: 'The zone in which a console shows times, such as Europe/Paris.' }),
    language: text({ max: 35, help: 'The language of labels and messages, one of those of the application.' }),
    // Not unique: a refusal would tell that another user has it.
    email: text({
      format: 'email',
      max: 254,
      tidy: ['trim', 'lower'],
      indexed: true,
      help: 'Mails go there; it names nobody.',
    }),
    emailVerifiedOn: dateTime({ help: "When the address was known to be the user's own; empty: it is not known." }),
    kind: choice(['person', 'service'], { required: true, default: 'person', help: 'A service has keys alone.' }),
    externalId: text({ unique: true, max: 255, help: 'Its id in the directory that manages it by SCIM.' }),
    provisioned: boolean({ required: true, default: false, help: 'A directory manages this user by SCIM.' }),
    roles: links(roleModel, { help: 'The user may do what the rules of these roles allow together.' }),
  },
})
