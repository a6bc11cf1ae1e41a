import { Empty } from '../../component/Notice.tsx'
import { Segments } from '../../component/Segments.tsx'
import type { AccessChangesRoute } from '../../route/accessRoutes.ts'
import { toUrl } from '../../route/toUrl.ts'
import { useSession, useShell } from '../../shell/Shell.tsx'
import { AccessChangesList } from './AccessChangesList.tsx'
import { AccessFilters } from './AccessFilters.tsx'
import { Looks } from './Looks.tsx'

/** Who changed rights, and who looked as whom. Administrators alone are told. */
export function AccessChangesScreen({ route }: { readonly route: AccessChangesRoute }) {
  const { words, go } = useShell()
  const { me } = useSession()
  const mayRead = me.admin && !me.seenBy
  const show = route.show === 'looks' ? 'looks' : 'rights'
  const segments = [
    { id: 'rights', label: words.trail.shows.rights },
    { id: 'looks', label: words.trail.shows.looks },
  ] as const
  return (
    <div className="access page page-text">
      <header>
        <a className="record-model" href={toUrl({ screen: 'access' })}>
          {words.access.title}
        </a>
        <h1>{words.trail.title}</h1>
        <p className="dim">{words.trail.about}</p>
      </header>
      {mayRead ? (
        <>
          <Segments
            label={words.trail.what}
            segments={segments}
            value={show}
            onChange={(id) => go({ ...route, show: id === 'looks' ? 'looks' : '' })}
          />
          <AccessFilters route={route} />
          {show === 'looks' ? <Looks user={route.user} /> : <AccessChangesList route={route} />}
        </>
      ) : (
        <Empty icon="lock" title={words.trail.notYours} />
      )}
    </div>
  )
}
