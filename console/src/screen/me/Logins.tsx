import { useLoginMethods, useSignIns, useTiedLogins } from '../../query/queries.ts'
import { useSession, useShell } from '../../shell/Shell.tsx'

/** The providers that one's account is tied to, and one's last logins: whoever sees one that was not theirs, tells. */
export function Logins() {
  const { service, words, formats } = useShell()
  const { me } = useSession()
  const methods = useLoginMethods(service)
  const tied = useTiedLogins(service, me.id)
  const signIns = useSignIns(service, me.id)
  const labelOf = (name: string) => methods.data?.providers.find((one) => one.name === name)?.label ?? name
  return (
    <section className="me-form">
      <h2>{words.signIn.logins}</h2>
      {tied.data?.map(({ id, provider, createdOn }) => (
        <p key={id}>{words.signIn.tied(labelOf(provider), formats.dateTime(createdOn))}</p>
      ))}
      <ul className="me-logins">
        {signIns.data?.map(({ id, on, provider, result, network, seen }) => (
          <li key={id} data-result={result}>
            <span>{formats.dateTime(on)}</span>
            <span>
              {seen ? words.signIn.sawAs(seen.username) : provider ? labelOf(provider) : words.login.password}
            </span>
            {seen ? null : <span>{result === 'ok' ? words.signIn.ok : words.signIn.refused}</span>}
            <span>{network}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
