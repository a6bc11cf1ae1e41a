import type { Place } from '../../address/Place.ts'
import { Empty } from '../../part/Notice.tsx'
import { seesRules } from '../../rights/Rule.ts'
import { useSession, useShell } from '../Shell.tsx'
import { AccessScreen } from './AccessScreen.tsx'
import { WhyScreen } from '../why/WhyScreen.tsx'
import { RoleScreen } from './RoleScreen.tsx'
import { UserScreen } from './UserScreen.tsx'
import './access.css'

/** The screens about rights. Who may not see rules is told so. */
export function AccessPlaces({
  place,
}: {
  readonly place: Extract<Place, { screen: 'access' | 'role' | 'user' | 'why' }>
}) {
  const { words } = useShell()
  const { models } = useSession()
  if (place.screen === 'why') return <WhyScreen place={place} />
  if (!seesRules(models))
    return (
      <div className="access page">
        <h1>{words.access.title}</h1>
        <Empty icon="lock" title={words.access.notYours} />
      </div>
    )
  if (place.screen === 'role') return <RoleScreen key={place.id} id={place.id} />
  return place.screen === 'user' ? <UserScreen key={place.id} id={place.id} /> : <AccessScreen />
}
