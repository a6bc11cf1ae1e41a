import { Icon } from '../../../component/Icon.tsx'
import { useShell } from '../../../shell/Shell.tsx'
import { WriteButton } from '../../../component/WriteButton.tsx'
import type { Many } from './useMany.ts'

/** Begins to gather edits. */
export function ManyButton({ many: { isOffered, begin, isOn } }: { readonly many: Many }) {
  const { words } = useShell()
  if (!isOffered) return null
  return (
    <WriteButton
      weight="quiet"
      small
      icon={<Icon name="edit" />}
      aria-expanded={isOn}
      isDisabled={isOn}
      onPress={() => begin?.()}
    >
      {words.many.title}
    </WriteButton>
  )
}
