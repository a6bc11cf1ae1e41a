import type { BooleanField } from './boolean.ts'
import type { ChoiceField } from './choice.ts'
import type { ComputedField } from './computed.ts'
import type { DateField } from './date.ts'
import type { DateTimeField } from './dateTime.ts'
import type { DecimalField } from './decimal.ts'
import type { IntegerField } from './integer.ts'
import type { JsonField } from './json.ts'
import type { ReferenceField } from './reference.ts'
import type { TextField } from './text.ts'

/** The plain-data form of a declared field. */
export type Field =
  | TextField
  | IntegerField
  | DecimalField
  | BooleanField
  | DateField
  | DateTimeField
  | ChoiceField
  | JsonField
  | ReferenceField
  | ComputedField
