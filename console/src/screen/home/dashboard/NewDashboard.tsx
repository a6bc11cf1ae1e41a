import { useWriteDashboard } from '../../../query/homeQueries.ts'
import { useShell } from '../../../shell/Shell.tsx'
import { NameDialog } from './NameDialog.tsx'

/** Asks for the name of a new dashboard, and goes there: its tiles are pinned in lists. */
export function NewDashboard({ onClose }: { readonly onClose: () => void }) {
  const { words, service, newKey, notify, go } = useShell()
  const { mutateAsync } = useWriteDashboard(service)
  const create = (name: string) =>
    mutateAsync({ data: { name, tiles: [] }, key: newKey() }).then(
      (made) => made && go({ screen: 'dashboard', model: String(made.id) }),
      (error: unknown) => notify({ text: error instanceof Error ? error.message : String(error) }),
    )
  return (
    <NameDialog
      title={words.dashboard.new}
      label={words.dashboard.mine}
      isRequired
      onClose={onClose}
      onSave={(name) => void create(name)}
    />
  )
}
