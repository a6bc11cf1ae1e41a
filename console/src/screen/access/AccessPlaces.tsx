import type { Place } from '../../address/Place.ts'
import { ruleModel } from '../../meta/ownModels.ts'
import { Empty } from '../../part/Notice.tsx'
import { useSession, useShell } from '../Shell.tsx'
import { AccessScreen } from './AccessScreen.tsx'
import { RoleScreen } from './RoleScreen.tsx'
import './access.css'

/** The screens about rights. Who may not see rules is told so. */
export function AccessPlaces({
  place,
}: {
  readonly place: Extract<Place, { screen: 'access' | 'role' | 'user' | 'why' }>
}) {
  const { words } = useShell()
  const { find } = useSession()
  if ((find(ruleModel)?.may.read ?? 'none') === 'none')
    return (
      <div className="access">
        <h1>{words.access.title}</h1>
        <Empty icon="lock" title={words.access.notYours} />
      </div>
    )
  return place.screen === 'role' ? <RoleScreen key={place.id} id={place.id} /> : <AccessScreen />
}
