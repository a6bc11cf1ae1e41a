/** Where a key works. */
export type Scope = 'everywhere' | 'list' | 'board' | 'bulk' | 'record' | 'merge'

/** A key, or two one after the other, and what they do. Letters work outside of inputs and forms alone. */
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
  | 'settings'
  | 'undo'
  | 'redo'
  | 'fold'
  | 'favorite'
  | 'star'
  | 'find'
  | 'filter'
  | 'filterGroups'
  | 'new'
  | 'open'
  | 'editCell'
  | 'select'
  | 'selectRange'
  | 'group'
  | 'foldGroup'
  | 'rows'
  | 'peek'
  | 'leave'
  | 'bulkEdit'
  | 'saveBulkEdit'
  | 'bulk'
  | 'copyCells'
  | 'pasteCells'
  | 'fillCells'
  | 'delete'
  | 'takeCard'
  | 'carryCard'
  | 'putBack'
  | 'selectCard'
  | 'confirm'
  | 'save'
  | 'saveAndNew'
  | 'history'
  | 'panel'
  | 'duplicate'
  | 'previous'
  | 'next'
  | 'why'
  | 'openLinked'
  | 'clearValue'
  | 'mark'
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
  { keys: 'g a', scope: 'everywhere', action: 'changes' },
  { keys: 'g s', scope: 'everywhere', action: 'settings' },
  { keys: 'Control+z', scope: 'everywhere', action: 'undo' },
  { keys: 'Control+Shift+z', scope: 'everywhere', action: 'redo' },
  { keys: '[', scope: 'everywhere', action: 'fold' },
  ...['1', '2', '3', '4', '5', '6', '7', '8', '9'].map((digit) => ({
    keys: `g ${digit}`,
    scope: 'everywhere' as const,
    action: 'favorite' as const,
  })),
  { keys: '/', scope: 'list', action: 'find' },
  { keys: 'f', scope: 'list', action: 'filter' },
  { keys: 'Shift+f', scope: 'list', action: 'filterGroups' },
  { keys: 'n', scope: 'list', action: 'new' },
  { keys: 'Enter', scope: 'list', action: 'open' },
  { keys: 'F2', scope: 'list', action: 'editCell' },
  { keys: 'Space', scope: 'list', action: 'select' },
  { keys: 'Shift+↓', scope: 'list', action: 'selectRange' },
  { keys: 'j', scope: 'list', action: 'rows' },
  { keys: 'g g', scope: 'list', action: 'group' },
  { keys: '←', scope: 'list', action: 'foldGroup' },
  { keys: 'p', scope: 'list', action: 'peek' },
  { keys: 's', scope: 'list', action: 'star' },
  { keys: 'Escape', scope: 'list', action: 'leave' },
  { keys: 'e', scope: 'list', action: 'bulkEdit' },
  { keys: 'Control+s', scope: 'list', action: 'saveBulkEdit' },
  { keys: 'b', scope: 'list', action: 'bulk' },
  { keys: 'Delete', scope: 'list', action: 'delete' },
  { keys: 'Control+c', scope: 'list', action: 'copyCells' },
  { keys: 'Control+v', scope: 'list', action: 'pasteCells' },
  { keys: 'Control+d', scope: 'list', action: 'fillCells' },
  { keys: 'Space', scope: 'board', action: 'takeCard' },
  { keys: '← →', scope: 'board', action: 'carryCard' },
  { keys: 'Escape', scope: 'board', action: 'putBack' },
  { keys: 'Shift+Space', scope: 'board', action: 'selectCard' },
  { keys: 'Control+Enter', scope: 'bulk', action: 'confirm' },
  { keys: 'Control+s', scope: 'record', action: 'save' },
  { keys: 'Control+Shift+Enter', scope: 'record', action: 'saveAndNew' },
  { keys: 'h', scope: 'record', action: 'history' },
  { keys: ']', scope: 'record', action: 'panel' },
  { keys: 'd', scope: 'record', action: 'duplicate' },
  { keys: 's', scope: 'record', action: 'star' },
  { keys: 'Alt+↑', scope: 'record', action: 'previous' },
  { keys: 'Alt+↓', scope: 'record', action: 'next' },
  { keys: 'w', scope: 'record', action: 'why' },
  { keys: 'Alt+Enter', scope: 'record', action: 'openLinked' },
  { keys: 'Backspace', scope: 'record', action: 'clearValue' },
  { keys: 'F8', scope: 'record', action: 'mark' },
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
  readonly isShift?: boolean
  /** Whether it went into an input, where letters are text. */
  readonly isTyping: boolean
  /** Whether a letter or sign alone means nothing: in a form, or if its user has switched them off. */
  readonly areLettersOff: boolean
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

/** The keys without a letter that are listened to; the grid and the form have their own. */
const named = ['Delete', 'Escape']

const arrows: Readonly<Record<string, string>> = { ArrowUp: 'Alt+↑', ArrowDown: 'Alt+↓' }

function nameOf({ key, isControl, isAlt, isShift, isTyping, areLettersOff }: Pressed): string | undefined {
  // In an input, Alt and an arrow open what it offers.
  if (isAlt) return isTyping ? undefined : arrows[key]
  // Inside of text, the browser undoes what was typed.
  if (isControl && isTyping && key.toLowerCase() === 'z') return undefined
  const shift = isShift && (isLetter(key) || key === 'Enter') ? 'Shift+' : ''
  if (isControl) return `Control+${shift}${isLetter(key) ? key.toLowerCase() : key}`
  if (isTyping) return undefined
  if (named.includes(key)) return key
  if (!isLetter(key) || areLettersOff) return undefined
  // A sign such as ? needs Shift on some keyboards and none on others.
  return isShift && key.toLowerCase() !== key ? `Shift+${key.toLowerCase()}` : key
}

function isLetter(key: string): boolean {
  return key.length === 1
}
