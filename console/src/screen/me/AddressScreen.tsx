import { Failed } from '../../component/Failed.tsx'
import { WriteButton } from '../../component/WriteButton.tsx'
import { useVerifyEmail } from '../../query/linkQueries.ts'
import { useShell } from '../../shell/Shell.tsx'
import './me.css'

/** Confirms the address that a link was sent to. */
export function AddressScreen() {
  const { service, words, linkToken, notify, go } = useShell()
  const verify = useVerifyEmail(service)
  const onSuccess = () => {
    notify({ text: words.links.confirmed })
    go({ screen: 'me' }, 'replace')
  }
  return (
    <div className="page me">
      <h1>{words.links.confirm}</h1>
      {linkToken === undefined ? (
        <p role="alert">{words.links.noToken}</p>
      ) : (
        <section className="me-form">
          <p>{words.links.confirmHelp}</p>
          {verify.error ? <Failed error={verify.error} /> : null}
          <WriteButton
            weight="primary"
            isDisabled={verify.isPending}
            onPress={() => verify.mutate(linkToken, { onSuccess })}
          >
            {words.links.confirm}
          </WriteButton>
        </section>
      )}
    </div>
  )
}
