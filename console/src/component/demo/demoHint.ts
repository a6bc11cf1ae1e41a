const stored = 'tabularium.demo.tried'

/** Whether somebody has settled a conflict in this browser, or has closed the hint to one. */
export function hasTried(storage: Storage): boolean {
  return storage.getItem(stored) !== null
}

/** Remembers that the hint is not needed any more. */
export function rememberTried(storage: Storage): void {
  storage.setItem(stored, 'yes')
}
