import type { FieldDeclaration, IsRequired } from '../../src/model/field/declaration.ts'
import type { CommonField, CommonOptions, FieldType, Reading } from '../../src/model/field/FieldType.ts'
import { opaque } from '../../src/model/field/traits.ts'
import { literal, sql } from '../../src/sql/sql.ts'

// A field type that the service does not have, as its one file in server/src/model/field would be. newFieldType.test.ts
// adds it to the table of types and proves that no other code must know it.

export interface EmailListField extends CommonField {
  readonly type: 'emailList'
}

export type EmailListOptions = Omit<CommonOptions<string[]>, 'unique' | 'indexed'>

/** Up to ten e-mail addresses, in the order sent. */
export function emailList<const Options extends EmailListOptions>(
  options?: Options,
): FieldDeclaration<string[], IsRequired<Options>> & Options {
  return { ...(options as Options), type: 'emailList' }
}

export const emailListType: FieldType<EmailListField> = {
  ...opaque,
  options: [],
  without: ['unique', 'indexed'],
  writable: true,
  read: (value) => readAddresses(value),
  columnType: () => 'jsonb',
  constraint: (_, column) => sql`jsonb_typeof(${column}) = 'array'
    and not jsonb_path_exists(${column}, ${literal('$[*] ? (!(@ like_regex "^[^@[:space:]]+@[^@[:space:]]+$"))')})`,
  fromColumn: (value) => (typeof value === 'string' ? JSON.parse(value) : value),
  jsonLength: () => Infinity,
  typeScript: () => 'string[]',
  schema: () => ({ type: 'array', items: { type: 'string' } }),
  sentSchema: () => ({ type: 'array', items: { type: 'string', maxLength: 254 }, maxItems: 10 }),
  toJson: (_, column) => column,
}

function readAddresses(value: unknown): Reading {
  const isAddress = (one: unknown) => typeof one === 'string' && one.length <= 254 && /^[^@\s\0]+@[^@\s\0]+$/.test(one)
  if (Array.isArray(value) && value.length <= 10 && value.every(isAddress)) return { value: JSON.stringify(value) }
  return { fault: 'must be an array of at most 10 e-mail addresses' }
}
