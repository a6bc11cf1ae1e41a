import type { Place } from '../route/Place.ts'
import { writePlace } from '../route/writePlace.ts'
import type { ModelMeta } from '../meta/ModelMeta.ts'
import { Empty } from '../component/Notice.tsx'
import { ListScreen } from '../screen/list/ListScreen.tsx'
import {
  AccessPlaces,
  ChangesPlaces,
  DeletedScreen,
  HistoryScreen,
  HomeScreen,
  MeScreen,
  ModelScreen,
  ModelsScreen,
  RecordScreen,
  WhyScreen,
} from './screens.ts'
import { type Session, ShellContext } from '../shell/Shell.tsx'

/** The screen of a place. */
export function Screen({ place, session }: { readonly place: Place; readonly session: Session }) {
  switch (place.screen) {
    case 'home':
      return <HomeScreen />
    case 'list':
      return (
        <OfModel
          name={place.model}
          session={session}
          show={(model) => <ListScreen key={listKey(place.model, place.q)} place={place} model={model} />}
        />
      )
    case 'record':
    case 'new':
      return (
        <OfModel
          name={place.model}
          session={session}
          show={(model) => <RecordScreen key={writePlace(place)} place={place} model={model} />}
        />
      )
    case 'models':
      return place.model === '' ? (
        <ModelsScreen />
      ) : (
        <OfModel name={place.model} session={session} show={(model) => <ModelScreen model={model} />} />
      )
    case 'me':
      return <MeScreen />
    case 'deleted':
      return (
        <OfModel name={place.model} session={session} show={(model) => <DeletedScreen place={place} model={model} />} />
      )
    case 'history':
      return (
        <OfModel name={place.model} session={session} show={(model) => <HistoryScreen place={place} model={model} />} />
      )
    case 'changes':
    case 'changeSet':
      return <ChangesPlaces place={place} />
    case 'access':
    case 'role':
    case 'user':
      return <AccessPlaces place={place} />
    case 'why':
      return <WhyScreen place={place} />
    default:
      return <Unknown />
  }
}

/** A screen about a model, or that there is none. */
function OfModel({
  name,
  session,
  show,
}: {
  readonly name: string
  readonly session: Session
  readonly show: (model: ModelMeta) => React.ReactNode
}) {
  const model = session.find(name)
  return model ? show(model) : <Unknown model={name} />
}

function Unknown({ model }: { readonly model?: string }) {
  return (
    <ShellContext.Consumer>
      {(shell) => {
        const words = shell?.words.failure
        return <Empty icon="missing" title={(model ? words?.unknownModel(model) : words?.unknownPlace) ?? ''} />
      }}
    </ShellContext.Consumer>
  )
}

/** A list keeps its search box while it is sorted and paged, and starts anew with other words. */
function listKey(model: string, q: string): string {
  return `${model} ${q}`
}
