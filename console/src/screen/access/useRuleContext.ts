import type { ChipContext, UserWords } from '../../criteria/describeChip.ts'
import type { Json, ModelMeta } from '../../meta/ModelMeta.ts'
import { chipsIn } from '../../rights/conditionWords.ts'
import { modelsOf } from '../../rights/Rule.ts'
import { useChipContext } from '../../shell/useChipContext.ts'
import { useSession } from '../../shell/Shell.tsx'

/** What the words of a rule depend on; of one for several models its fields are called as the first of them does. */
export function useRuleContext(
  rule: { readonly model: string; readonly condition?: Json },
  user: UserWords,
): ChipContext {
  const { models } = useSession()
  const model = modelsOf(rule, models)[0] ?? noModel
  return { ...useChipContext(model, chipsIn(rule.condition ?? null)), user }
}

const noModel: ModelMeta = {
  name: '',
  label: '',
  title: 'id',
  list: [],
  fields: [],
  may: { read: 'none', create: 'none', update: 'none', delete: 'none' },
}
