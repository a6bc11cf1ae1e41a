import { isFailure } from '../../service/isFailure.ts'
import { useShell } from '../../shell/Shell.tsx'
import { Failed } from '../Failed.tsx'

/** Why the application refused an action, beside the button that ran it. */
export function Refusal({ label, error }: { readonly label: string; readonly error: Error | null }) {
  const { words } = useShell()
  if (!isFailure(error, 'refused')) return null
  return (
    <p className="act-refused" role="alert">
      {words.action.cant(label, error.message)}
    </p>
  )
}

/** Any other failure of an action. */
export function OtherFailure({ error }: { readonly error: Error | null }) {
  const { words } = useShell()
  return error && !isFailure(error, 'refused') ? <Failed error={error} title={words.action.refused} /> : null
}
