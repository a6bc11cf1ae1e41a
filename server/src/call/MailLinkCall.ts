import type { Sent } from './Sent.ts'

/** Somebody has forgotten a password. */
export interface ForgottenCall {
  readonly operation: 'forgotten'
  readonly requestId: string
  /** The username or the address, as it was typed. */
  readonly text: string
  readonly address: string
}

/** A password for the user of a link. */
export interface SetPasswordCall {
  readonly operation: 'reset' | 'acceptInvitation'
  readonly requestId: string
  readonly linkToken: string
  readonly newPassword: string
  readonly address: string
}

/** An invitation: of a new user, or another one of a user who is there. */
export type InviteCall = {
  readonly operation: 'invite'
  readonly token: string | undefined
  readonly requestId: string
} & ({ readonly user: number } | { readonly sent: Sent })

/** Another address for the caller. */
export interface ChangeEmailCall {
  readonly operation: 'changeEmail'
  readonly token: string | undefined
  readonly requestId: string
  readonly email: string
  /** The password, if the caller has one. */
  readonly password: string | undefined
  readonly address: string
}

/** The link that shows that an address is the caller's own. */
export interface VerifyEmailCall {
  readonly operation: 'verifyEmail'
  readonly token: string | undefined
  readonly requestId: string
  readonly linkToken: string
  readonly address: string
}

/** A call about links that are sent by mail. */
export type MailLinkCall = ForgottenCall | SetPasswordCall | InviteCall | ChangeEmailCall | VerifyEmailCall
