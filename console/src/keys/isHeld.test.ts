import { expect, it } from 'vitest'
import { isHeld } from './isHeld.ts'

const plain = { ctrlKey: false, metaKey: false, altKey: false, isComposing: false }

it.each(['a', 'É', '😀', ' ', 'Enter', 'Tab', 'Backspace', 'Escape', 'ArrowDown'])('%s waits', (key) => {
  expect(isHeld({ ...plain, key })).toBe(true)
})

it.each(['F5', 'Shift', 'Dead', 'Process', 'Unidentified', 'MediaPlayPause'])('%s does not wait', (key) => {
  expect(isHeld({ ...plain, key })).toBe(false)
})

it('keys of the browser, and letters on their way to be others, do not wait', () => {
  expect(isHeld({ ...plain, key: 'K', ctrlKey: true })).toBe(true)
  expect(isHeld({ ...plain, key: 'r', ctrlKey: true })).toBe(false)
  expect(isHeld({ ...plain, key: 'ArrowLeft', altKey: true })).toBe(false)
  expect(isHeld({ ...plain, key: 'n', isComposing: true })).toBe(false)
})
