import { Ago } from '../../component/Ago.tsx'
import { Stream } from '../../component/activity/Stream.tsx'
import { readAgent } from '../../component/credentials/readAgent.ts'
import { Initials } from '../../component/Initials.tsx'
import { useLooks } from '../../query/trailQueries.ts'
import type { SignIn } from '../../service/LoginMethods.ts'
import { useShell } from '../../shell/Shell.tsx'
import '../../component/activity/activity.css'

/** Who looked as whom, newest first: all, or one user's looks. */
export function Looks({ user }: { readonly user: string }) {
  const { service, words } = useShell()
  const reading = useLooks(service, user)
  const looks = reading.data?.pages.flatMap((page) => page.looks) ?? []
  const lines = looks.map((look) => <Look key={look.id} look={look} />)
  return <Stream label={words.trail.shows.looks} none={words.trail.noLooks} reading={reading} lines={lines} />
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
