import { useLoginMethods, useSignIns, useTiedLogins } from '../../query/queries.ts'
import { useShell } from '../../shell/Shell.tsx'
import { Failed } from '../Failed.tsx'
import './credentials.css'

/** The providers that a user is tied to, and the last logins: whoever sees one that was not theirs, tells. */
export function Logins({ user }: { readonly user: { readonly id: number; readonly username: string } }) {
  const { service, words, formats } = useShell()
  const methods = useLoginMethods(service)
  const tied = useTiedLogins(service, user.id)
  const { data, error, refetch } = useSignIns(service, user.username)
  const labelOf = (name: string) => methods.data?.providers.find((one) => one.name === name)?.label ?? name
  return (
    <section className="credentials">
      <h2>{words.signIn.logins}</h2>
      {error ? <Failed error={error} again={() => void refetch()} /> : null}
      {tied.data?.map(({ id, provider, createdOn }) => (
        <p key={id}>{words.signIn.tied(labelOf(provider), formats.dateTime(createdOn))}</p>
      ))}
      {data?.length === 0 ? <p className="dim">{words.signIn.none}</p> : null}
      <ul>
        {data?.map(({ id, on, provider, result, network, seen }) => (
          <li key={id}>
            <span>
              {seen ? words.signIn.sawAs(seen.username) : provider ? labelOf(provider) : words.login.password}
            </span>
            <span className="credentials-about dim">{[formats.dateTime(on), network].filter(Boolean).join(' · ')}</span>
            {seen ? null : (
              <span className={result === 'ok' ? 'dim' : ''}>
                {result === 'ok' ? words.signIn.ok : words.signIn.refused}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
