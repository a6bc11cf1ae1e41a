import type { Deadline } from '../request/deadline.ts'
import type { Models } from '../model/Models.ts'
import { inLanguage, type Words } from '../text/words.ts'
import type { Credential } from './Credential.ts'
import { Rights } from './Rights.ts'

/**
 * The rights of a caller for a request, and the credential by which a statement checks that they still hold.
 */
export interface Authorization {
  /** Null if the service itself acts. */
  readonly userId: number | null
  readonly rights: Rights
  /** Undefined if the service itself acts. */
  readonly credential: Credential | undefined
  /** The id of the API key that sent the job which acts; absent for requests, and if no key sent it. */
  readonly jobKey?: number | undefined
  /** The service writes for the caller what needs no confirmation, or has one already. Absent for all else. */
  readonly isConfirmed?: true
  /** The language of the request; absent if the service itself acts, or the application declares no languages. */
  readonly language?: string
  /** The request's deadline; absent if the service itself acts. */
  readonly deadline?: Deadline
}

/** Returns the authorization of the service itself, which may do everything, also what only logic does. */
export function serviceAuthorization(models: Models): Authorization {
  return { userId: null, rights: new Rights('', [], true, models).forLogic(), credential: undefined }
}

/** The text for the caller: a declared label or message, in the language of the request. */
export function textFor(words: Words, { language }: Authorization): string {
  return inLanguage(words, language)
}

/** Returns the id of the API key with which a caller acts, in a request or in the job that a request sent. */
export function keyIdOf({ credential, jobKey }: Authorization): number | undefined {
  return credential?.isKey ? credential.id : jobKey
}
