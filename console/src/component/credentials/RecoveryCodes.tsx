import { useShell } from '../../shell/Shell.tsx'
import { ShownKey } from '../ShownKey.tsx'

/** Recovery codes, which nobody can see again. */
export function RecoveryCodes({ codes, onClose }: { readonly codes: readonly string[]; readonly onClose: () => void }) {
  const { words } = useShell()
  return <ShownKey title={words.factors.recoveryTitle} token={codes.join('\n')} onClose={onClose} />
}
