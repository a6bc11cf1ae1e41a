import { Button } from '../../../component/Button.tsx'
import { Icon } from '../../../component/Icon.tsx'
import type { ModelMeta } from '../../../meta/ModelMeta.ts'
import { useShell } from '../../../shell/Shell.tsx'
import type { WorkingBoard } from './useBoard.ts'
import '../selection-bar.css'

/** How many cards are selected: they move together. */
export function SelectedCards({ model, board }: { readonly model: ModelMeta; readonly board: WorkingBoard }) {
  const { words } = useShell()
  const many = board.selected.size
  if (many === 0) return null
  return (
    <section className="selection-bar" aria-label={words.bulk.selection}>
      <span role="status">{words.bulk.selected(many, model)}</span>
      <Button
        weight="quiet"
        small
        icon={<Icon name="clear" />}
        aria-label={words.bulk.clear}
        onPress={() => board.setSelected(new Set())}
      />
    </section>
  )
}
