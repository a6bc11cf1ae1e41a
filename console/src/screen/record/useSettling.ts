import { toSend } from '../../draft/Draft.ts'
import { toDelete } from '../../draft/settleLines.ts'
import type { ModelMeta } from '../../meta/ModelMeta.ts'
import { shownFields } from '../../meta/shownFields.ts'
import { useShell } from '../../shell/Shell.tsx'
import { type Outcome, type Sent, settleOutcome } from './Outcome.ts'
import type { DraftState } from './useDraft.ts'

/**
 * Carries out what was decided about lines: those that are to go are deleted, and the draft is put onto the lines of
 * now, so that none of what others added is missing from what is sent.
 */
export function useSettling(
  model: ModelMeta,
  id: number | undefined,
  state: DraftState,
  on: { readonly attempt: (sent: Sent) => Promise<void>; readonly onFailed: (outcome: Outcome) => void },
) {
  const { service, words, newKey } = useShell()
  return async (outcome: Extract<Outcome, { is: 'conflict' }>) => {
    const { conflict, choices } = outcome
    try {
      for (const member of toDelete(conflict, choices, state.latest()))
        await service.remove(member.model, member.id, member.version ?? 0, { key: newKey() })
      const read = await service.read(model.name, id ?? 0, shownFields(model))
      const draft = settleOutcome(state.latest(), model, outcome, read, newKey())
      const { data, faults } = toSend(draft, model, words)
      state.put(draft)
      if (Object.keys(faults).length === 0) await on.attempt({ data, key: draft.key, draft })
    } catch (error) {
      on.onFailed({ is: 'failed', error: error instanceof Error ? error : new Error(String(error)) })
    }
  }
}
