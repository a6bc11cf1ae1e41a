import type { FieldDeclarations } from '../model/declare.ts'
import type { Words } from '../text/words.ts'
import { type CommonDeclaration, declare, type RoleName } from './declaration.ts'

/** The declaration of a mail: a text with values of records, which the service sends after a transaction. */
export interface MailDeclaration<Takes extends FieldDeclarations = FieldDeclarations, Name extends string = string>
  extends CommonDeclaration<Name> {
  readonly kind: 'mail'
  /** What `records.later` gives it: fields as in a model. Records are read when the mail is sent. */
  readonly takes: Takes
  /** The declared role whose rights it has when it reads them. */
  readonly as: RoleName
  /** The path to the address: `loan.borrower.email`. */
  readonly to: string
  /** The path to the language, such as `loan.borrower.language`; the first language of the texts if absent. */
  readonly language?: string
  /** The address that gets the answers. */
  readonly replyTo?: string
  /**
   * The text, or one by language. The first line is the subject, and `{loan.number}` is a value as people read it. If
   * absent, the texts are files of the folder: `mails/<name>.<language>.txt`.
   */
  readonly text?: Words
}

/** Declares a mail. Mistakes are reported when the folder is loaded, all at once. */
export function mail<const Takes extends FieldDeclarations, const Name extends string>(
  declaration: Omit<MailDeclaration<Takes, Name>, 'kind'>,
): MailDeclaration<Takes, Name> {
  return declare('mail', declaration)
}
