import { Ago } from '../../component/Ago.tsx'
import { Button } from '../../component/Button.tsx'
import { readAgent } from '../../component/credentials/readAgent.ts'
import { Failed } from '../../component/Failed.tsx'
import { Initials } from '../../component/Initials.tsx'
import { Empty } from '../../component/Notice.tsx'
import { useLooks } from '../../query/trailQueries.ts'
import type { SignIn } from '../../service/LoginMethods.ts'
import { useShell } from '../../shell/Shell.tsx'
import '../../component/activity/activity.css'

/** Who looked as whom, newest first: all, or one user's looks. */
export function Looks({ user }: { readonly user: string }) {
  const { service, words } = useShell()
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetching } = useLooks(service, user)
  const looks = data?.pages.flatMap((page) => page.looks) ?? []
  return (
    <>
      {error ? <Failed error={error} again={() => void refetch()} /> : null}
      {data && looks.length === 0 ? <Empty icon="history" title={words.trail.noLooks} /> : null}
      <ol className="stream" aria-label={words.trail.shows.looks}>
        {looks.map((look) => (
          <Look key={look.id} look={look} />
        ))}
      </ol>
      {hasNextPage ? (
        <Button small isDisabled={isFetching} onPress={() => void fetchNextPage()}>
          {words.activity.older}
        </Button>
      ) : null}
    </>
  )
}

function Look({ look: { on, user, seen, network, agent } }: { readonly look: SignIn }) {
  const { words } = useShell()
  const who = user?.name || user?.username || words.value.somebody
  const known = readAgent(agent ?? '')
  const browser = known ? words.user.agent(known.browser, known.system) : ''
  const about = [browser, network ?? ''].filter((part) => part !== '')
  return (
    <li className="activity-line">
      <Initials name={who} />
      <p>
        <b>{who}</b> {words.signIn.sawAs(seen?.username ?? words.value.somebody)}
      </p>
      <p className="activity-when">
        <Ago moment={on} />
        {about.length > 0 ? <span>· {about.join(' · ')}</span> : null}
      </p>
    </li>
  )
}
