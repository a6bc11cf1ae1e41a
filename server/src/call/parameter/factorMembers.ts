import { filledText } from './kinds.ts'
import { password } from './linkMembers.ts'
import type { Parameter } from './Parameter.ts'

const code = filledText({ maxLength: 20 })

/** The members of bodies that prove who one is, and of those about second factors. */
export const factorMembers = {
  totp: { kind: code, description: 'The code of your app.' },
  recovery: { kind: filledText({ maxLength: 40 }), notWith: 'totp', description: 'A recovery code.' },
  provenPassword: { name: 'password', kind: password, notWith: 'totp', description: 'Your password.' },
  pendingLogin: {
    name: 'login',
    kind: filledText({ maxLength: 100 }),
    required: true,
    description: 'What the first step answered.',
  },
  firstCode: { name: 'code', kind: code, required: true, description: 'The code that your app shows now.' },
  factorName: {
    name: 'name',
    kind: filledText({ maxLength: 100 }),
    description: 'What you call the app, such as `phone`.',
  },
} as const satisfies Readonly<Record<string, Parameter>>
