import type { ReactNode } from 'react'
import { useLoginMethods } from '../../query/queries.ts'
import { useShell } from '../../shell/Shell.tsx'

/** The login with a password: folded away where it is for emergencies alone, so that people take the provider. */
export function PasswordLogin({ children }: { readonly children: ReactNode }) {
  const { service, words } = useShell()
  if (useLoginMethods(service).data?.passwords !== 'break-glass') return children
  return (
    <details className="login-emergency">
      <summary>{words.signIn.emergency}</summary>
      {children}
    </details>
  )
}
