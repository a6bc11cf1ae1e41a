import { useLoginMethods } from '../../query/queries.ts'
import { useShell } from '../../shell/Shell.tsx'

/** The providers with which one can log in. They are links: the browser leaves the console, and comes back to `to`. */
export function ProviderLinks({ to }: { readonly to: string }) {
  const { service, words } = useShell()
  const { data } = useLoginMethods(service)
  if (!data || data.providers.length === 0) return null
  const query = new URLSearchParams({ to })
  return (
    <div className="login-providers">
      {data.providers.map(({ name, label }) => (
        <a key={name} className="login-provider" href={`/login/oidc/${name}?${query}`}>
          {words.signIn.continueWith(label)}
        </a>
      ))}
      {data.passwords === 'break-glass' ? null : <p className="login-or">{words.signIn.or}</p>}
    </div>
  )
}
