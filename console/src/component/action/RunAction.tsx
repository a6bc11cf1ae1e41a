import { ActionDialog } from './ActionDialog.tsx'
import { ActionDrawer, type ActionProps } from './ActionDrawer.tsx'

/** Runs an action on records: in a drawer with a form, or in a dialog if there is nothing to fill in. */
export function RunAction(props: ActionProps) {
  return props.offered.asked.length === 0 ? <ActionDialog {...props} /> : <ActionDrawer {...props} />
}
