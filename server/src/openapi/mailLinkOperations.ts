import { envelope, type OperationObject, responses, success } from './OperationObject.ts'
import { bodyRef, listOf, responseRef } from './refs.ts'
import { anything } from './values.ts'

const nothing = envelope(listOf(anything, { maxItems: 0 }))

/** The operations about links that are sent by mail. */
export const mailLinkOperations = {
  forgotten: {
    summary: 'Ask for a link to set a new password',
    description:
      'By username or by address. The answer is the same whoever it is; the link goes to a verified address, seconds ' +
      'later. It works once, for an hour.',
    security: [],
    requestBody: bodyRef('Forgotten'),
    responses: responses(success('If there is such a user, a mail is on its way.', nothing), 'Asked'),
  },
  reset: {
    summary: 'Set a password by a link',
    description: 'Ends all sessions of the user. A password that is not accepted does not use the link up.',
    security: [],
    requestBody: bodyRef('SetPassword'),
    responses: responses(success('Set.', nothing), 'Link'),
  },
  invite: {
    summary: 'Invite a user',
    description:
      'Creates a user without a password, or takes the one of `user`, and sends a link by which they choose it. It ' +
      'works once, for seven days.',
    requestBody: bodyRef('Invitation'),
    responses: responses(
      {
        ...success('The user.', envelope(listOf({ type: 'object', additionalProperties: true })), ['ETag']),
        409: responseRef('Conflict'),
      },
      'Invite',
    ),
  },
  acceptInvitation: {
    summary: 'Accept an invitation',
    description: 'Sets the password of the user. One that is not accepted does not use the link up.',
    security: [],
    requestBody: bodyRef('SetPassword'),
    responses: responses(success('Set.', nothing), 'Link'),
  },
  changeEmail: {
    summary: 'Ask for another address',
    description: 'A link goes to the new address and a notice to the one of now. Not with an API key.',
    requestBody: bodyRef('ChangeEmail'),
    responses: responses(success('A mail is on its way.', nothing), 'OwnLink'),
  },
  verifyEmail: {
    summary: 'Confirm an address by a link',
    description: 'The link is for the user who asked for it. It works once, for an hour.',
    requestBody: bodyRef('VerifyEmail'),
    responses: responses(success('It is your address.', nothing), 'OwnLink'),
  },
} satisfies Readonly<Record<string, OperationObject>>
