import type { Field, Lead, Model } from './builtInFields.ts'

/** The model of the comments on a record, which the service makes for each model that has comments. */
export type CommentModel = Model<
  string,
  'body',
  readonly ['body', 'about', 'mentions', 'createdBy', 'createdOn', 'updatedOn'],
  {
    readonly record: Lead<'reference', string, true>
    readonly body: Field<'text', string, true>
    readonly about: Field<'text', string, false>
    readonly mentions: Field<'json', unknown, false, false>
  }
>
