import { describe, expect, it } from 'vitest'
import { isShortcut } from './isShortcut.ts'

const none = { altKey: false, ctrlKey: false, metaKey: false }

describe('a key in a grid', () => {
  it.each(['j', 'k', 'ArrowLeft', 'Home', 'Enter', ' '])('is its own if nothing is held: %s', (key) => {
    expect(isShortcut({ key, ...none })).toBe(false)
  })

  it.each([
    ['k', 'ctrlKey'],
    ['k', 'metaKey'],
    ['ArrowLeft', 'altKey'],
    ['ArrowLeft', 'metaKey'],
    ['Enter', 'ctrlKey'],
    ['Home', 'altKey'],
  ] as const)('belongs to the browser or the console otherwise: %s with %s', (key, held) => {
    expect(isShortcut({ key, ...none, [held]: true })).toBe(true)
  })

  it.each(['Home', 'End'])('leads to the corners of the grid with Ctrl: %s', (key) => {
    expect(isShortcut({ key, ...none, ctrlKey: true })).toBe(false)
  })
})
