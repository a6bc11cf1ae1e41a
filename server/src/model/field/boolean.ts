import type { FieldDeclaration, IsRequired } from './declaration.ts'
import type { CommonField, CommonOptions, FieldType } from './FieldType.ts'

export interface BooleanField extends CommonField {
  readonly type: 'boolean'
}

export type BooleanOptions = Omit<CommonOptions<boolean>, 'unique'>

/** True or false. */
export function boolean<const Options extends BooleanOptions>(
  options?: Options,
): FieldDeclaration<boolean, IsRequired<Options>> & Options {
  return { ...(options as Options), type: 'boolean' }
}

export const booleanType: FieldType<BooleanField> = {
  options: [],
  without: ['unique'],
  writable: true,
  read: (value) => (typeof value === 'boolean' ? { value } : { fault: 'must be true or false' }),
  columnType: () => 'boolean',
  toJson: (_, column) => column,
}
