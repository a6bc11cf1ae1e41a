import type { Route } from '../route/Route.ts'
import { toUrl } from '../route/toUrl.ts'
import type { ModelMeta } from '../meta/ModelMeta.ts'
import { Empty } from '../component/Notice.tsx'
import { ListScreen } from '../screen/list/ListScreen.tsx'
import {
  AccessScreens,
  ChangesScreens,
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

/** The screen of a route. */
export function Screen({ route, session }: { readonly route: Route; readonly session: Session }) {
  switch (route.screen) {
    case 'home':
      return <HomeScreen />
    case 'list':
      return (
        <OfModel
          name={route.model}
          session={session}
          show={(model) => <ListScreen key={listKey(route.model, route.q)} route={route} model={model} />}
        />
      )
    case 'record':
    case 'new':
      return (
        <OfModel
          name={route.model}
          session={session}
          show={(model) => <RecordScreen key={toUrl(route)} route={route} model={model} />}
        />
      )
    case 'models':
      return route.model === '' ? (
        <ModelsScreen />
      ) : (
        <OfModel name={route.model} session={session} show={(model) => <ModelScreen model={model} />} />
      )
    case 'me':
      return <MeScreen />
    case 'deleted':
      return (
        <OfModel name={route.model} session={session} show={(model) => <DeletedScreen route={route} model={model} />} />
      )
    case 'history':
      return (
        <OfModel name={route.model} session={session} show={(model) => <HistoryScreen route={route} model={model} />} />
      )
    case 'changes':
    case 'changeSet':
      return <ChangesScreens route={route} />
    case 'access':
    case 'role':
    case 'user':
      return <AccessScreens route={route} />
    case 'why':
      return <WhyScreen route={route} />
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
        return <Empty icon="missing" title={(model ? words?.unknownModel(model) : words?.unknownAddress) ?? ''} />
      }}
    </ShellContext.Consumer>
  )
}

/** A list keeps its search box while it is sorted and paged, and starts anew with other words. */
function listKey(model: string, q: string): string {
  return `${model} ${q}`
}
