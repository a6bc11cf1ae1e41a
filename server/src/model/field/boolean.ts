import { sql } from '../../sql/sql.ts'
import type { FieldDeclaration, IsRequired } from './declaration.ts'
import type { CommonField, CommonOptions, FieldType } from './FieldType.ts'
import { unordered } from './traits.ts'

export interface BooleanField extends CommonField {
  readonly type: 'boolean'
}

export type BooleanOptions = Omit<CommonOptions<boolean>, 'unique'>

/** True or false. */
export function boolean<const Options extends BooleanOptions>(
  options?: Options,
): FieldDeclaration<boolean, IsRequired<Options>, true, 'boolean'> & Options {
  return { ...(options as Options), type: 'boolean' }
}

export const booleanType: FieldType<BooleanField> = {
  ...unordered,
  options: [],
  without: ['unique'],
  writable: true,
  read: (value) => (typeof value === 'boolean' ? { value } : { fault: 'must be true or false' }),
  columnType: () => 'boolean',
  conversions: {
    'boolean → text': () => ({ using: (column) => sql`${column}::text` }),
    'boolean → jsonb': () => ({ using: (column) => sql`to_jsonb(${column})` }),
    'text → boolean': () => ({
      using: (column) => sql`${column}::boolean`,
      unfit: (column) => sql`${column} not in ('true', 'false')`,
    }),
  },
  inExpression: () => ({ type: 'boolean' }),
  jsonLength: () => 5,
  typeScript: () => 'boolean',
  schema: () => ({ type: 'boolean' }),
  sentSchema: () => ({ type: 'boolean' }),
  toJson: (_, column) => column,
}
