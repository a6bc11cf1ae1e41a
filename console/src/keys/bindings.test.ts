import { describe, expect, it } from 'vitest'
import { en } from '../i18n/en/en.ts'
import { bindings, meaningOf, type Pressed } from './bindings.ts'

const plain: Pressed = { key: '', isControl: false, isAlt: false, isTyping: false, areLettersOff: false }

describe('a key', () => {
  it.each([
    [{ key: '?' }, '', { action: 'help' }],
    [{ key: 'g' }, '', { first: 'g' }],
    [{ key: 'h' }, 'g', { action: 'home' }],
    [{ key: 'a' }, 'g', { action: 'changes' }],
    [{ key: 's' }, 'g', { action: 'settings' }],
    [{ key: 'h' }, '', { action: 'history' }],
    [{ key: 'h', isTyping: true }, '', undefined],
    [{ key: 's', isControl: true, isTyping: true }, '', { action: 'save' }],
    [{ key: 'x' }, 'g', undefined],
    [{ key: 'n' }, '', undefined],
    [{ key: 'h', areLettersOff: true }, '', undefined],
    [{ key: '?', areLettersOff: true }, '', undefined],
    [{ key: 'k', isControl: true, areLettersOff: true }, '', { action: 'palette' }],
    [{ key: 'ArrowDown', isAlt: true }, '', { action: 'next' }],
    [{ key: 'ArrowDown', isAlt: true, isTyping: true }, '', undefined],
    [{ key: '3' }, 'g', { action: 'favorite' }],
  ] as const)('%o after "%s" means %o on a record', (pressed, first, meaning) => {
    expect(meaningOf({ ...plain, ...pressed }, first, ['everywhere', 'record'])).toEqual(meaning)
  })

  it('that has no letter is listened to where the table has it, outside of inputs', () => {
    expect(meaningOf({ ...plain, key: 'Escape' }, '', ['list'])).toEqual({ action: 'leave' })
    expect(meaningOf({ ...plain, key: 'Escape', isTyping: true }, '', ['list'])).toBeUndefined()
    expect(meaningOf({ ...plain, key: 'ArrowDown' }, '', ['list'])).toBeUndefined()
  })

  it('exists for everything that keys can do', () => {
    expect(new Set(bindings.map(({ action }) => action))).toEqual(new Set(Object.keys(en.keys.actions)))
  })

  it('means one thing at most in each scope', () => {
    const all = bindings.map(({ keys, scope }) => `${scope} ${keys}`)
    expect(new Set(all).size).toBe(all.length)
    const everywhere = bindings.filter(({ scope }) => scope === 'everywhere').map(({ keys }) => keys)
    expect(bindings.filter(({ keys, scope }) => scope !== 'everywhere' && everywhere.includes(keys))).toEqual([])
  })
})
