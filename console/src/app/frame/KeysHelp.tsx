import { type Binding, bindings, type Scope } from '../../keys/bindings.ts'
import { Dialog } from '../../component/Dialog.tsx'
import { useShell } from '../../shell/Shell.tsx'
import './keys-help.css'

const scopes: readonly Scope[] = ['everywhere', 'list', 'board', 'bulk', 'record', 'merge']

/** The table of keys, made from the one that the listener uses. */
export function KeysHelp({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const { words } = useShell()
  return (
    <Dialog title={words.keys.title} isOpen={isOpen} onClose={onClose}>
      {scopes.map((scope) => (
        <section key={scope}>
          <h3>{words.keys.scopes[scope]}</h3>
          <dl className="keys-help">
            {bindings
              // Of keys that do the same by number, the first one stands for all.
              .filter(({ scope: own, keys }) => own === scope && !/^g [2-9]$/.test(keys))
              .map((binding) => (
                <Line key={binding.keys} binding={binding} />
              ))}
          </dl>
        </section>
      ))}
    </Dialog>
  )
}

function Line({ binding: { keys, action } }: { readonly binding: Binding }) {
  const { words } = useShell()
  return (
    <div>
      <dt>
        {keys.split(' ').map((key) => (
          <kbd key={key}>{key.replace('Control', 'Ctrl')}</kbd>
        ))}
      </dt>
      <dd>{words.keys.actions[action]}</dd>
    </div>
  )
}
