import type { ChangeSetPlace, ChangesPlace } from '../../route/Place.ts'
import { ChangesScreen } from './ChangesScreen.tsx'
import { ChangeSetScreen } from './ChangeSetScreen.tsx'

/** The list of changes, or one of them. */
export function ChangesPlaces({ place }: { readonly place: ChangesPlace | ChangeSetPlace }) {
  return place.screen === 'changes' ? <ChangesScreen place={place} /> : <ChangeSetScreen place={place} />
}
