import type { FieldMeta } from './ModelMeta.ts'

/** An action that the caller may run, as the service describes it. */
export interface ActionMeta {
  readonly name: string
  readonly label: string
  readonly help?: string
  /** The model for whose records it is offered. */
  readonly on?: string
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

/** The actions for one record of a model, or for many of them: for many, a field has to take links. */
export function offeredActions(actions: readonly ActionMeta[], model: string, isMany: boolean): OfferedAction[] {
  return actions.flatMap((action) => {
    if (action.on !== model) return []
    const takers = action.takes.filter(({ target }) => target === model)
    const subject = takers.find(({ type }) => type === 'links' || (type === 'reference' && !isMany))
    return subject ? [{ action, subject, asked: action.takes.filter((field) => field !== subject) }] : []
  })
}

/** The actions that are for no model. */
export function generalActions(actions: readonly ActionMeta[]): OfferedAction[] {
  return actions.flatMap((action) =>
    action.on === undefined ? [{ action, subject: undefined, asked: action.takes }] : [],
  )
}
