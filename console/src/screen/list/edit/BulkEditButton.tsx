import { Icon } from '../../../component/Icon.tsx'
import { useShell } from '../../../shell/Shell.tsx'
import { WriteButton } from '../../../component/WriteButton.tsx'
import type { BulkEdit } from './useBulkEdit.ts'

/** Begins a bulk edit. */
export function BulkEditButton({ bulkEdit: { isOffered, begin, isOn } }: { readonly bulkEdit: BulkEdit }) {
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
      {words.bulkEdit.title}
    </WriteButton>
  )
}
