import { encryptionKeys } from './encryptionKeys.ts'
import * as kind from './kinds.ts'
import type { Setting } from './Setting.ts'

const server = ['serve', 'config'] as const

/** The address of a provider. Its declaration says what is wrong with it. */
const issuer: kind.Kind<string> = { ...kind.text, placeholder: 'url', example: 'https://login.example.com' }

/** The settings of logins at a provider, for those who declare none in files. */
export const signInSettings = {
  oidcIssuer: {
    kind: issuer,
    description: 'The issuer of a provider of OpenID Connect with which people log in, if no file declares one.',
    commands: server,
    optional: true,
  },
  oidcClientId: {
    kind: { ...kind.text, example: 'tabularium' },
    description: 'The id that the provider knows this service by. It is required with oidcIssuer.',
    commands: server,
    optional: true,
  },
  oidcClientSecret: {
    kind: { ...kind.text, placeholder: 'secret' },
    description: 'The secret that goes with the id. Other users of the machine can see a flag, so set the variable.',
    commands: server,
    optional: true,
    secret: true,
  },
  oidcLabel: {
    kind: { ...kind.text, example: 'Example Corp' },
    description: 'The name of the provider for people, on the button.',
    commands: server,
    default: 'single sign-on',
  },
  signInRetention: {
    kind: kind.duration('1h', '3650d'),
    description: 'How long logins are kept that GET /ws/sign-ins lists.',
    commands: server,
    default: '90d',
  },
  encryptionKeys: {
    kind: encryptionKeys,
    description:
      'Keys of 32 bytes in base64 for secrets in the database, separated by commas: the first encrypts, all decrypt. ' +
      'Set the variable, not the flag.',
    commands: server,
    optional: true,
    secret: true,
  },
} as const satisfies Record<string, Setting>
