import { isExpression } from '../../expression/Expression.ts'
import { userModel } from '../builtIn/names.ts'
import {
  type FieldDeclaration,
  type IsRequired,
  targetName,
  type TargetDeclaration,
  type Targeting,
} from './declaration.ts'
import type { Model } from '../Model.ts'
import { titleNames } from '../titleNames.ts'
import type { CommonField, CommonOptions, FieldType } from './FieldType.ts'
import { isSecret } from './text.ts'
import { unordered } from './traits.ts'

export interface ReferenceField extends CommonField {
  readonly type: 'reference'
  /** The name of the referenced model. */
  readonly target: string
  /** What happens if the referenced record is deleted; `refuse` if absent. */
  readonly onDelete?: 'refuse' | 'clear' | 'cascade'
  /** Which records of the other model forms offer; `$source` is the record of the form. All if absent. */
  readonly where?: object
  /** It says who did something, as `createdBy` does: an id without a foreign key, which nobody sends. */
  readonly author?: true
}

/** Whether a field says who did something to the record. It can't be declared. */
export function isAuthor(
  field: CommonField & { readonly type: string },
): field is ReferenceField & { readonly author: true } {
  return 'author' in field
}

export interface ReferenceOptions extends Omit<CommonOptions<'$user'>, 'indexed'> {
  /** If the referenced record is deleted: refuse that, clear the reference, or delete this record too. */
  onDelete?: 'refuse' | 'clear' | 'cascade'
  /**
   * Which records forms offer, as criteria in which `$source.company` is the company of the form's record. It helps to
   * choose: what must hold is a check.
   */
  where?: object
}

/** A referenced record in the record that refers to it, with its title field. */
export type Reference = { id: number; version?: number } & { [title: string]: unknown }

/** One record of another model. Use the declaration or, if two models refer to each other, the full name. */
export function reference<const Target extends TargetDeclaration, const Options extends ReferenceOptions>(
  target: Target,
  options?: Options,
): FieldDeclaration<Reference, IsRequired<Options>, true, 'reference'> & Options & Targeting<Target> {
  return { ...(options as Options), target: targetName(target), type: 'reference' }
}

const mustBeObject = 'must be an object with the id of a record, such as {"id": 5}'

/** A text instead of a reference is probably the value of a unique field: a record can be named by it. */
function adviseOnKey(value: unknown, target: Model | undefined): string {
  const key = target?.fields.find((field) => field.unique && field.type === 'text' && !isSecret(field))
  if (typeof value !== 'string' || !key) return ''
  return `, or with its ${key.name}: {"${key.name}": "…"}`
}

export const referenceType: FieldType<ReferenceField> = {
  ...unordered,
  options: ['target', 'onDelete', 'where'],
  without: ['indexed'],
  defaultVariable: '$user',
  writable: true,
  check: ({ target, onDelete = 'refuse', required, default: value }, _, findModel) => {
    if (!['refuse', 'clear', 'cascade'].includes(onDelete)) return ["onDelete must be 'refuse', 'clear' or 'cascade'"]
    if (onDelete === 'clear' && required)
      return ["a required reference cannot be cleared: write onDelete: 'refuse' or 'cascade'"]
    if (typeof target !== 'string' || !findModel(target))
      return [
        `refers to ${JSON.stringify(target) ?? 'nothing'}, which is not a loaded model; ` +
          'write reference(Company) or its full name',
      ]
    if (value !== undefined && !isExpression(value) && (value !== '$user' || target !== userModel))
      return [`default can only be an expression, or '$user' in a reference to ${userModel}`]
    return []
  },
  read: (value, { target }, models) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return { fault: `${mustBeObject}${adviseOnKey(value, models.find(target))}` }
    const { id, ...others } = value as { id?: unknown }
    if (typeof id !== 'number' || !Number.isSafeInteger(id) || id < 1)
      return { fault: 'must have an id that is a whole number from 1 on' }
    // A caller who may not see the model does not know its title either, unless it is a user.
    const known = ['version', ...titleNames(models.find(target) ?? { name: target })]
    const unknown = Object.keys(others).find((member) => !known.includes(member))
    return unknown === undefined ? { value: id } : { fault: `must not have a member "${unknown.slice(0, 100)}"` }
  },
  parseOperand: (value, field, models) => {
    if (typeof value !== 'number') return referenceType.read(value, field, models)
    return Number.isSafeInteger(value) && value >= 0 ? { value } : { fault: mustBeObject }
  },
  columnType: () => 'bigint',
  toPlain: (_, column) => column,
  toSent: (id) => ({ id }),
  holdsIdsOf: ({ target }, model) => target === model,
  toKnown: (field, isKnown) => {
    if (isKnown.model(field.target)) return field
    const { target: _, ...others } = field
    return others
  },
  inExpression: ({ target }) => ({ type: 'reference', target }),
  jsonLength: () => 24,
  // A caller who may not know the other model sees the id alone.
  typeScript: ({ target }) => ((target as string | undefined) === undefined ? '{ id: number }' : 'reference'),
  schema: ({ target }, { shownRecord }) => shownRecord(target),
  sentSchema: ({ target }, { sentReference }) => sentReference(target),
  toJson: ({ target }, column, { referredJson }) => referredJson(target, column),
}
