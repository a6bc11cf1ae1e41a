import type { FieldMeta, Json } from '../meta/ModelMeta.ts'
import type { Words } from '../i18n/Words.ts'

/** What an editor holds: text while somebody types, or a value that was chosen. */
export type Input = Json

/** What an input means: a value to send, or what is wrong with it. */
export type Reading = { readonly value: Json } | { readonly fault: string }

/** How values are shown: the words, and the zone and language of the person who looks. */
export interface Formats {
  readonly words: Words
  readonly language: string
  readonly timeZone: string
  readonly dateTime: (iso: string) => string
  readonly date: (iso: string) => string
  readonly number: (digits: string) => string
  /** An amount with its currency, a code of ISO 4217. */
  readonly money: (digits: string, code: string) => string
}

/** Everything the console knows about one type of field, apart from its editor. */
export interface FieldKind {
  /** A value in words, on one line; never empty for a value that is there. */
  show(value: Json, field: FieldMeta, formats: Formats): string
  /** What the editor begins with. */
  toInput(value: Json, field: FieldMeta): Input
  /** What the editor holds, as it is sent. */
  read(input: Input, field: FieldMeta, words: Words): Reading
  /** Whether figures of a column stand one above the other. */
  readonly aligned?: 'end'
}
