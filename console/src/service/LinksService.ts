import type { RecordJson } from '../meta/ModelMeta.ts'

/** What the links of mails set a password for. */
export type PasswordLink = 'reset' | 'invitation'

/** What the console asks of the service about links that are sent by mail. */
export interface LinksService {
  /** Asks for a link, by username or address. The answer is the same whoever it is. */
  forgotten(name: string): Promise<void>
  setPassword(link: PasswordLink, token: string, password: string): Promise<void>
  /** Sends a user a link to choose a password. */
  invite(user: number): Promise<void>
  changeEmail(email: string, password: string): Promise<void>
  verifyEmail(token: string): Promise<void>
  /** The caller's own user, as far as it is about the address. */
  ownAddress(id: number, signal?: AbortSignal): Promise<RecordJson>
}
