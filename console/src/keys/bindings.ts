/** Where a key works. */
export type Scope = 'everywhere' | 'list' | 'bulk' | 'record' | 'merge'

/** A key, or two one after the other, and what they do. Letters work outside of inputs alone. */
export interface Binding {
  readonly keys: string
  readonly scope: Scope
  readonly action: Action
}

/** What keys can do. Each has its words. */
export type Action =
  | 'help'
  | 'palette'
  | 'api'
  | 'home'
  | 'models'
  | 'changes'
  | 'access'
  | 'undo'
  | 'find'
  | 'filter'
  | 'new'
  | 'open'
  | 'editCell'
  | 'select'
  | 'selectRange'
  | 'rows'
  | 'peek'
  | 'leave'
  | 'bulkEdit'
  | 'saveBulkEdit'
  | 'bulk'
  | 'delete'
  | 'confirm'
  | 'save'
  | 'history'
  | 'duplicate'
  | 'why'
  | 'nextClash'
  | 'previousClash'
  | 'keepTheirs'
  | 'takeMine'
  | 'takeOther'

/** The one table of keys: the listener, the help and the hints are made from it. */
export const bindings: readonly Binding[] = [
  { keys: '?', scope: 'everywhere', action: 'help' },
  { keys: 'Control+k', scope: 'everywhere', action: 'palette' },
  { keys: '.', scope: 'everywhere', action: 'api' },
  { keys: 'g h', scope: 'everywhere', action: 'home' },
  { keys: 'g m', scope: 'everywhere', action: 'models' },
  { keys: 'g c', scope: 'everywhere', action: 'changes' },
  { keys: 'g a', scope: 'everywhere', action: 'access' },
  { keys: 'Control+z', scope: 'everywhere', action: 'undo' },
  { keys: '/', scope: 'list', action: 'find' },
  { keys: 'f', scope: 'list', action: 'filter' },
  { keys: 'n', scope: 'list', action: 'new' },
  { keys: 'Enter', scope: 'list', action: 'open' },
  { keys: 'F2', scope: 'list', action: 'editCell' },
  { keys: 'Space', scope: 'list', action: 'select' },
  { keys: 'Shift+↓', scope: 'list', action: 'selectRange' },
  { keys: 'j', scope: 'list', action: 'rows' },
  { keys: 'p', scope: 'list', action: 'peek' },
  { keys: 'Escape', scope: 'list', action: 'leave' },
  { keys: 'e', scope: 'list', action: 'bulkEdit' },
  { keys: 'Control+s', scope: 'list', action: 'saveBulkEdit' },
  { keys: 'b', scope: 'list', action: 'bulk' },
  { keys: 'Delete', scope: 'list', action: 'delete' },
  { keys: 'Control+Enter', scope: 'bulk', action: 'confirm' },
  { keys: 'Control+s', scope: 'record', action: 'save' },
  { keys: 'h', scope: 'record', action: 'history' },
  { keys: 'd', scope: 'record', action: 'duplicate' },
  { keys: 'w', scope: 'record', action: 'why' },
  { keys: 'j', scope: 'merge', action: 'nextClash' },
  { keys: 'k', scope: 'merge', action: 'previousClash' },
  { keys: '1', scope: 'merge', action: 'keepTheirs' },
  { keys: '2', scope: 'merge', action: 'takeMine' },
  { keys: '3', scope: 'merge', action: 'takeOther' },
]

/** A key as a keyboard event tells it. */
export interface Pressed {
  readonly key: string
  readonly isControl: boolean
  readonly isAlt: boolean
  /** Whether it went into an input, where letters are text. */
  readonly isTyping: boolean
}

/** What a key does, or that it may be the first of two. */
export type Meaning = { readonly action: Action } | { readonly first: string } | undefined

/** What a key means in these scopes, after a first key that was pressed just before. */
export function meaningOf(pressed: Pressed, first: string, scopes: readonly Scope[]): Meaning {
  const name = nameOf(pressed)
  if (name === undefined) return undefined
  const live = bindings.filter(({ scope }) => scopes.includes(scope))
  const whole = first === '' ? name : `${first} ${name}`
  const found = live.find(({ keys }) => keys === whole)
  if (found) return { action: found.action }
  return first === '' && live.some(({ keys }) => keys.startsWith(`${name} `)) ? { first: name } : undefined
}

/** The keys without a letter that are listened to; the grid has its own. */
const named = ['Delete', 'Escape']

function nameOf({ key, isControl, isAlt, isTyping }: Pressed): string | undefined {
  if (isAlt) return undefined
  // Inside of text, the browser undoes what was typed.
  if (isControl && isTyping && key.toLowerCase() === 'z') return undefined
  if (isControl) return `Control+${key.length === 1 ? key.toLowerCase() : key}`
  return isTyping || (key.length !== 1 && !named.includes(key)) ? undefined : key
}
