import { filledText, idOf, unchecked } from './kinds.ts'
import { maxAskedLength, maxPasswordBytes } from './limits.ts'
import type { Parameter } from './Parameter.ts'

/** A password that is set, or proves who one is. */
export const password = filledText({
  fits: (text) => Buffer.byteLength(text) <= maxPasswordBytes,
  fault: `must be text of at most ${maxPasswordBytes} bytes`,
})

/** The members of bodies about links that are sent by mail. */
export const linkMembers = {
  askedName: {
    name: 'username',
    kind: filledText({ maxLength: maxAskedLength }),
    notWith: 'email',
    description: 'The name of the user.',
  },
  askedEmail: {
    name: 'email',
    kind: filledText({ maxLength: maxAskedLength }),
    description: 'The address of the user.',
  },
  linkToken: {
    name: 'token',
    kind: filledText({ maxLength: 100 }),
    required: true,
    description: 'What stands behind `#token=` in the link.',
  },
  invitedId: {
    name: 'user',
    kind: idOf('a user'),
    notWith: 'username',
    description: 'The id of a user who gets another invitation.',
  },
  invitedName: { name: 'username', kind: unchecked({ type: 'string' }), description: 'The name of a new user.' },
  invitedEmail: {
    name: 'email',
    kind: unchecked({ type: 'string' }),
    description: 'The address that the invitation is sent to.',
  },
  invitedLabel: {
    name: 'name',
    kind: unchecked({ type: ['string', 'null'] }),
    description: 'The name for people.',
  },
  invitedRoles: {
    name: 'roles',
    kind: unchecked({ type: 'array', items: { type: 'object' } }),
    description: 'The roles of the new user, each as `{"id"}`.',
  },
  newEmail: {
    name: 'email',
    kind: filledText({ maxLength: maxAskedLength }),
    required: true,
    description: 'The new address.',
  },
  ownPassword: {
    name: 'password',
    kind: password,
    absent: 'you have none',
    description: 'Your password, if you have one.',
  },
} as const satisfies Readonly<Record<string, Parameter>>
