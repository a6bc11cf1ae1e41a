import { model } from '../declare.ts'
import { choice } from '../field/choice.ts'
import { dateTime } from '../field/dateTime.ts'
import { json } from '../field/json.ts'
import { reference } from '../field/reference.ts'
import { text } from '../field/text.ts'
import { sessionModel, userModel } from './names.ts'

/** How users log in. */
export const loginMethods = ['password', 'oidc', 'passkey', 'token', 'link'] as const

/** A login that has not ended. Each use checks its times to see if it is still valid. */
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
    agent: text({
      max: 300,
      help: 'The User-Agent header of the login; of an access token: the client that it was made for.',
    }),
    method: choice(loginMethods, {
      required: true,
      default: 'password',
      help: 'How the user logged in.',
    }),
    provider: text({ max: 50, help: 'The provider that the user logged in with, by its name.' }),
    issuer: text({ max: 255, help: 'The issuer of the ID token.' }),
    subject: text({ max: 255, help: 'The user at the issuer.' }),
    sid: text({ max: 255, help: 'The session at the issuer, which can end this one.' }),
    factors: choice(['password', 'provider', 'passkey', 'totp', 'recovery'], {
      multiple: true,
      help: 'What was proven.',
    }),
    confirmedOn: dateTime({ help: 'When the user last proved who they are; empty: at the login.' }),
    network: text({
      max: 50,
      help: 'The network of the login: an IPv4 address, or the first half of an IPv6 address.',
    }),
    idToken: text({ secret: true, help: 'The encrypted ID token, for providers that want it back at the logout.' }),
    expiresOn: dateTime({ help: 'The session ends by then at the latest; empty: by the settings alone.' }),
    roles: json({ help: 'The names of the only roles that count in the session; empty: all roles of the user.' }),
  },
  indexes: [
    ['issuer', 'sid'],
    ['issuer', 'subject'],
  ],
  keepHistory: 365,
})
