import { model } from '../declare.ts'
import { choice } from '../field/choice.ts'
import { dateTime } from '../field/dateTime.ts'
import { json } from '../field/json.ts'
import { reference } from '../field/reference.ts'
import { text } from '../field/text.ts'
import { links } from '../relation/links.ts'
import { keyModel, roleModel, userModel } from './names.ts'

/** An API key: a program uses it to log in as a user. */
export const Key = model({
  name: keyModel,
  label: { en: 'Key', de: 'Schlüssel', fr: 'Clé' },
  plural: { en: 'Keys', de: 'Schlüssel', fr: 'Clés' },
  title: 'name',
  list: ['user', 'name', 'start', 'expiresOn', 'usedOn'],
  fields: {
    user: reference(userModel, { required: true, onDelete: 'cascade' }),
    name: text({ required: true, max: 100 }),
    start: text({ max: 20, help: 'Its first characters, to recognise it by.' }),
    tokenHash: text({ secret: true, indexed: true, max: 64, help: 'SHA-256 in hex; the program alone has the key.' }),
    expiresOn: dateTime({ help: 'The key is not valid after this time; empty: it does not expire.' }),
    usedOn: dateTime({ help: 'The last use, to about a minute; it has no versions.' }),
    scope: choice(['api', 'scim'], {
      required: true,
      default: 'api',
      help: 'A key for SCIM manages users for a directory, and does nothing else.',
    }),
    writes: choice(['all', 'none'], {
      required: true,
      default: 'all',
      help: 'Whether the key may write at all; none: it only reads, whatever its roles allow.',
    }),
    models: json({ help: 'The names of the only models and actions for the key, or package.*; empty: all.' }),
    networks: json({ help: 'The only networks that the key is used from, such as 192.0.2.0/24; empty: all.' }),
    // If deleting a role removed its links, the key would no longer be limited.
    roles: links(roleModel, {
      onDelete: 'refuse',
      help: 'The key has only the rules of these roles; empty: all rules of the user.',
    }),
  },
})
