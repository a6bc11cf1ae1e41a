import type { ExpressionTree } from '@tabularium/client/expression'
import type { FieldMeta, Json } from './ModelMeta.ts'

/** An action that the caller may run, as the service describes it. */
export interface ActionMeta {
  readonly name: string
  readonly label: string
  readonly help?: string
  /** The model for whose records it is offered. */
  readonly on?: string
  /** Whether it can be run for several records of that model at once. */
  readonly many?: true
  /** What a record must meet, and why the action can't be run otherwise. */
  readonly when?: { readonly message: string; readonly tree?: ExpressionTree }
  /** The values that the record has afterwards, by field. */
  readonly leadsTo?: Readonly<Record<string, string>>
  readonly takes: readonly FieldMeta[]
  readonly gives: readonly FieldMeta[]
  /** Whether what it writes can be undone. */
  readonly undo: boolean
}

/** An action for records that one looks at: the field that takes them, and the others, which a form asks for. */
export interface OfferedAction {
  readonly action: ActionMeta
  /** Undefined for an action that is for no model. */
  readonly subject: FieldMeta | undefined
  readonly asked: readonly FieldMeta[]
}

/** The actions for one record of a model, or for many of them: for many, a field has to take so many links. */
export function offeredActions(actions: readonly ActionMeta[], model: string, many?: number): OfferedAction[] {
  return actions.flatMap((action) => {
    if (action.on !== model || (many !== undefined && !action.many)) return []
    const takers = action.takes.filter(({ target }) => target === model)
    const subject = takers.find(({ type }) => type === 'links' || (type === 'reference' && many === undefined))
    if (many !== undefined && many > Number(subject?.max ?? Infinity)) return []
    return subject ? [{ action, subject, asked: action.takes.filter((field) => field !== subject) }] : []
  })
}

/** The actions that lead records of a model to a value: choosing the value runs one of them, which does more. */
export function actionsTo(actions: readonly ActionMeta[], model: string, field: string, value: Json): OfferedAction[] {
  return offeredActions(actions, model).filter(({ action }) => value !== null && action.leadsTo?.[field] === value)
}

/** The actions that are for no model. */
export function generalActions(actions: readonly ActionMeta[]): OfferedAction[] {
  return actions.flatMap((action) =>
    action.on === undefined ? [{ action, subject: undefined, asked: action.takes }] : [],
  )
}
