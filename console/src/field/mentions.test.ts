import { expect, it } from 'vitest'
import { mentionAt, mentionsIn, peopleFor, withMention } from './mentions.ts'

it('a name is typed behind an @ at the caret, and not within an address', () => {
  expect(mentionAt('Look, @ti', 9)).toEqual({ from: 7, typed: 'ti' })
  expect(mentionAt('@', 1)).toEqual({ from: 1, typed: '' })
  expect(mentionAt('a@b', 3)).toBeUndefined()
  expect(mentionAt('@tilo is', 8)).toBeUndefined()
})

it('a chosen name takes the place of the typed one', () => {
  expect(withMention('Look, @ti please', { from: 7, typed: 'ti' }, 'tilo')).toEqual({
    text: 'Look, @tilo please',
    caret: 12,
  })
})

it('people are found by their username and the words of their name, each once', () => {
  const tilo = { username: 'tilo', name: 'Tilo Brandt' }
  const ada = { username: 'ada', name: null }
  expect(peopleFor('bra', [ada, tilo, tilo])).toEqual([tilo])
  expect(peopleFor('', [ada, tilo])).toEqual([ada, tilo])
})

it('only users who were mentioned are shown as mentions', () => {
  expect(mentionsIn('Hi @tilo, and @nobody', ['tilo'])).toEqual([
    { text: 'Hi ', isMention: false },
    { text: '@tilo', isMention: true },
    { text: ', and ', isMention: false },
    { text: '@nobody', isMention: false },
  ])
})
