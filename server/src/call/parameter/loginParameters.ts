import { loginMethods } from '../../model/builtIn/Session.ts'
import { count, moment, names, oneOf, text, textThat } from './kinds.ts'
import { maxNamed } from './limits.ts'
import { namedRecords } from './namedRecords.ts'
import type { Parameter } from './Parameter.ts'

/** PostgreSQL has no text with the character that is refused. */
export const username = textThat((name) => !name.includes('\0'), 'must be a username, such as user=admin')

/** What is asked of logins, and of changes of rights. */
export const loginParameters = {
  to: {
    kind: text(),
    absent: 'the console',
    description: 'The path in the console or the docs where the login leads.',
  },
  confirm: { kind: oneOf('1'), description: '`1`: the person must log in again at the provider.' },
  accessAfter: { name: 'after', kind: text(), description: 'The `next` of the page before.' },
  accessWrittenBy: { name: 'user', kind: username, description: 'Only what the user with this name wrote.' },
  accessModels: {
    name: 'models',
    kind: names(),
    description: 'Only changes of these, such as `tabularium.User` and `tabularium.Role`.',
  },
  accessRecords: {
    name: 'records',
    kind: namedRecords(maxNamed),
    description: 'Only changes of these records, such as `tabularium.User/7`.',
  },
  accessSince: { name: 'since', kind: moment, description: 'Only what was written at this time or later.' },
  signInsOf: { name: 'user', kind: username, description: 'Only those of the user with this name.' },
  signInsMethod: {
    name: 'method',
    kind: oneOf(...loginMethods, 'see-as'),
    description: 'Only logins of this kind, or looks as another user (`see-as`).',
  },
  signInsAfter: { name: 'after', kind: count(), description: 'The `next` of the page before.' },
} as const satisfies Readonly<Record<string, Parameter>>
