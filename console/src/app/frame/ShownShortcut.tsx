import { type Action, bindings } from '../../keys/bindings.ts'

/** The keys of an action, as the table of keys has them. */
export function ShownShortcut({ action }: { readonly action: Action }) {
  const keys = bindings.find((binding) => binding.action === action)?.keys ?? ''
  return (
    <span className="nav-keys" aria-hidden="true">
      {keys.replace('Control+k', 'Ctrl K')}
    </span>
  )
}
