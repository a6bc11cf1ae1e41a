import { expect, it } from 'vitest'
import { nothingTyped, typeAhead, type TypedAhead } from './typeAhead.ts'

function typed(keys: readonly string[]): TypedAhead {
  return keys.reduce((before, key) => typeAhead(before, key) ?? before, nothingTyped)
}

it('what is typed ahead is the text that an input would have', () => {
  expect(typed(['z', 'o', 'x', 'Backspace', 'é'])).toEqual({ text: 'zoé', isEntered: false })
  expect(typed(['Backspace', 'a', 'Shift', 'B'])).toEqual({ text: 'aB', isEntered: false })
  expect(typed(['😀', 'a', 'Enter'])).toEqual({ text: '😀a', isEntered: true })
})

it('a key that is no text is left to others', () => {
  expect(typeAhead(nothingTyped, 'Escape')).toBeUndefined()
  expect(typeAhead(nothingTyped, 'ArrowDown')).toBeUndefined()
})
