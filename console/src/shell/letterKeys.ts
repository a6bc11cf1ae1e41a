const stored = 'tabularium.letterKeys'

/** Whether letters and signs alone are no shortcuts in this browser. */
export function areLettersOff(storage: Storage): boolean {
  return storage.getItem(stored) === 'off'
}

/** Switches the shortcuts of a single letter or sign on or off, in this browser. */
export function switchLetters(storage: Storage, isOn: boolean): void {
  if (isOn) storage.removeItem(stored)
  else storage.setItem(stored, 'off')
}
