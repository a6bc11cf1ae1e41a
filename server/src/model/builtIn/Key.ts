import { model } from '../declare.ts'
import { dateTime } from '../field/dateTime.ts'
import { reference } from '../field/reference.ts'
import { text } from '../field/text.ts'
import { links } from '../relation/links.ts'
import { keyModel, roleModel, userModel } from './names.ts'

/** What a program logs in with, in the name of a user. */
export const Key = model({
  name: keyModel,
  title: 'name',
  list: ['user', 'name', 'start', 'expiresOn', 'usedOn'],
  fields: {
    user: reference(userModel, { required: true, onDelete: 'cascade' }),
    name: text({ required: true, max: 100 }),
    start: text({ max: 20, help: 'Its first characters, to recognise it by.' }),
    tokenHash: text({ secret: true, indexed: true, max: 64, help: 'SHA-256 in hex; the program alone has the key.' }),
    expiresOn: dateTime({ help: 'Not valid from then on; for ever where empty.' }),
    usedOn: dateTime({ help: 'The last use, to the minute or so; it has no versions.' }),
    // Were the links to go with a role, the key would not be limited any more.
    roles: links(roleModel, {
      onDelete: 'refuse',
      help: 'Only the rules of these roles; those of the user where empty.',
    }),
  },
})
