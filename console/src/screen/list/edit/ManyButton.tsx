import { Button } from '../../../part/Button.tsx'
import { Icon } from '../../../part/Icon.tsx'
import { useShell } from '../../Shell.tsx'
import type { Many } from './useMany.ts'

/** Begins to gather edits. */
export function ManyButton({ many: { canBegin, begin, isOn } }: { readonly many: Many }) {
  const { words } = useShell()
  if (!canBegin) return null
  return (
    <Button
      weight="quiet"
      small
      icon={<Icon name="edit" />}
      aria-expanded={isOn}
      isDisabled={isOn}
      onPress={() => begin?.()}
    >
      {words.many.title}
    </Button>
  )
}
