import { sql } from '../../sql/sql.ts'
import type { FieldDeclaration, IsRequired } from './declaration.ts'
import type { CommonField, CommonOptions, FieldType } from './FieldType.ts'
import { findTextFault } from './text.ts'
import { opaque } from './traits.ts'

export interface JsonField extends CommonField {
  readonly type: 'json'
}

export type JsonValue = string | number | boolean | null | JsonValue[] | { [member: string]: JsonValue }
export type JsonOptions = Omit<CommonOptions<JsonValue>, 'unique' | 'indexed'>

/** Any JSON value. Members are returned in PostgreSQL's order, not in the order sent. */
export function json<const Options extends JsonOptions>(
  options?: Options,
): FieldDeclaration<JsonValue, IsRequired<Options>, true, 'json'> & Options {
  return { ...(options as Options), type: 'json' }
}

export const jsonType: FieldType<JsonField> = {
  ...opaque,
  options: [],
  without: ['unique', 'indexed'],
  writable: true,
  read: (value) => {
    const fault = findFault(value)
    return fault === undefined ? { value: JSON.stringify(value) } : { fault }
  },
  columnType: () => 'jsonb',
  fromColumn: (value) => (typeof value === 'string' ? JSON.parse(value) : value),
  conversions: {
    'jsonb → text': () => ({
      using: (column) => sql`${column} #>> '{}'`,
      loses: 'the difference between text and other JSON that reads the same',
    }),
    'text → jsonb': () => ({ using: (column) => sql`to_jsonb(${column})` }),
  },
  jsonLength: () => Infinity,
  typeScript: () => 'json',
  schema: () => ({ description: 'Any JSON value.' }),
  sentSchema: () => ({ description: 'Any JSON value.' }),
  toJson: (_, column) => column,
}

/** Finds values that PostgreSQL could not return unchanged. */
function findFault(value: unknown): string | undefined {
  if (typeof value === 'string') return findTextFault(value)
  if (typeof value === 'number') return findNumberFault(value)
  if (typeof value !== 'object' || value === null) return undefined
  for (const [member, inner] of Object.entries(value)) {
    const fault = findTextFault(member) ?? findFault(inner)
    if (fault !== undefined) return fault
  }
  return undefined
}

/** JSON.parse has changed integers above 2^53, and turned `1e400` into Infinity. */
function findNumberFault(value: number): string | undefined {
  if (!Number.isFinite(value)) return 'must not contain a number past 1.79e308: send it as text'
  if (Number.isInteger(value) && !Number.isSafeInteger(value))
    return 'must not contain a whole number past 9007199254740991: send it as text'
  return undefined
}
