import type { CDPSession } from 'playwright-core'

const codes: Readonly<Record<string, number>> = {
  Enter: 13,
  Tab: 9,
  Escape: 27,
  Backspace: 8,
  ArrowLeft: 37,
  ArrowUp: 38,
  ArrowRight: 39,
  ArrowDown: 40,
  F2: 113,
}

/** Presses keys in one burst: each is sent before the page has seen the one before. */
export async function pressAll(session: CDPSession, keys: readonly string[]): Promise<void> {
  await Promise.all(keys.flatMap((key) => toEvents(key).map((event) => session.send('Input.dispatchKeyEvent', event))))
}

function toEvents(pressed: string) {
  const isControl = pressed.startsWith('Control+')
  const key = isControl ? pressed.slice('Control+'.length) : pressed
  const text = key === 'Enter' ? '\r' : key
  const isText = !isControl && (key.length === 1 || key === 'Enter')
  const code = codes[key] ?? key.toUpperCase().charCodeAt(0)
  const common = { key, code: key.length === 1 ? `Key${key.toUpperCase()}` : key, windowsVirtualKeyCode: code }
  const modifiers = isControl ? 2 : 0
  return [
    { ...common, modifiers, ...(isText ? { type: 'keyDown' as const, text } : { type: 'rawKeyDown' as const }) },
    { ...common, modifiers, type: 'keyUp' as const },
  ]
}
