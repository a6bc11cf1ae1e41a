import { expect, it } from 'vitest'
import { conflictStep, type FormState, type Phase, phaseAfter } from './conflictStep.ts'

const clean = { isTouched: false, canAsk: false, outcome: 'none' }
const typed = { isTouched: true, canAsk: true, outcome: 'none' }

/** Walks through the states of a form; `asked` is where the colleague has changed the field. */
function walk(states: readonly (FormState | 'asked')[]) {
  let phase: Phase = 'begun'
  return states.flatMap((state) => {
    if (state === 'asked') {
      phase = 'changed'
      return []
    }
    const step = conflictStep(phase, state)
    phase = phaseAfter(phase, step)
    return [step]
  })
}

it('waits to be begun, whatever the form holds', () => {
  expect([clean, typed].map((state) => conflictStep('invited', state))).toEqual(['invite', 'invite'])
})

it('leads from typing to the settled conflict, and through the next one', () => {
  const once = [
    clean,
    typed,
    'asked',
    typed,
    { ...typed, outcome: 'conflict' },
    { ...clean, outcome: 'saved' },
  ] as const
  const steps = ['type', 'ready', 'changed', 'choose', 'settled']
  expect(walk(once)).toEqual(steps)
  expect(walk([...once, ...once.slice(1)])).toEqual([...steps, ...steps.slice(1)])
})

it('asks for another field where the colleague knows no value', () => {
  expect(walk([{ ...typed, canAsk: false }])).toEqual(['otherField'])
})

it('begins anew where the change is discarded, and never calls that settled', () => {
  expect(walk([typed, 'asked', typed, { ...clean, outcome: 'saved' }, typed])).toEqual([
    'ready',
    'changed',
    'type',
    'ready',
  ])
})
