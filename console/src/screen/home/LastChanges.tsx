import { toUrl } from '../../route/toUrl.ts'
import { useChangeSets } from '../../query/changeQueries.ts'
import { SetLine } from '../../component/SetLine.tsx'
import { useSession, useShell } from '../../shell/Shell.tsx'

const limit = 3

/** What one wrote to several records at once, with the way back. */
export function LastChanges() {
  const { service, words } = useShell()
  const { me } = useSession()
  const { data } = useChangeSets(service, { user: me.username, model: '', offset: 0, limit })
  if (!data || data.sets.length === 0) return null
  const route = { screen: 'changes', user: me.username, model: '', offset: 0 } as const
  return (
    <section className="home-part">
      <h2>{words.changes.mine}</h2>
      <ul>
        {data.sets.map((set) => (
          <SetLine key={set.id} set={set} />
        ))}
      </ul>
      {data.more ? <a href={toUrl(route)}>{words.changes.all}</a> : null}
    </section>
  )
}
