/** How far a conflict that is being tried has come: whether the colleague has changed the field, and was seen to. */
export type Phase = 'invited' | 'begun' | 'changed' | 'seen' | 'settled'

/** What is known of the form. */
export interface FormState {
  /** Whether it holds something that is not saved. */
  readonly isTouched: boolean
  /** Whether the colleague can change a touched field as well. */
  readonly canAsk: boolean
  /** What came of the last save. */
  readonly outcome: string
}

/** What somebody is told on the way through a conflict. */
export type ConflictStep = 'invite' | 'type' | 'otherField' | 'ready' | 'changed' | 'choose' | 'settled'

/** The step that comes next. What was typed can be discarded at any time; then it begins anew. */
export function conflictStep(phase: Phase, { isTouched, canAsk, outcome }: FormState): ConflictStep {
  if (phase === 'invited') return 'invite'
  if (outcome === 'conflict') return 'choose'
  if (!isTouched) return phase === 'settled' || (phase === 'seen' && outcome === 'saved') ? 'settled' : 'type'
  if (phase === 'changed' || phase === 'seen') return 'changed'
  return canAsk ? 'ready' : 'otherField'
}

/** The phase that a step leads to. */
export function phaseAfter(phase: Phase, step: ConflictStep): Phase {
  if (step === 'choose') return 'seen'
  if (step === 'settled') return 'settled'
  return step === 'type' ? 'begun' : phase
}
