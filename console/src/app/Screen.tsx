import type { ReactNode } from 'react'
import { lazily } from '../component/lazily.ts'
import { Empty } from '../component/Notice.tsx'
import type { ModelMeta } from '../meta/ModelMeta.ts'
import type { Route, RouteOf } from '../route/Route.ts'
import { toUrl } from '../route/toUrl.ts'
import { ListScreen } from '../screen/list/ListScreen.tsx'
import { type Session, useShell } from '../shell/Shell.tsx'
import { RecordScreen } from './lazyComponents.ts'

// Each is loaded when it is first shown.
const AboutScreen = lazily(() => import('../screen/about/AboutScreen.tsx').then((file) => file.AboutScreen))
const AccessScreens = lazily(() => import('../screen/access/AccessScreens.tsx').then((file) => file.AccessScreens))
const ChangesScreens = lazily(() => import('../screen/changes/ChangesScreens.tsx').then((file) => file.ChangesScreens))
const DeletedScreen = lazily(() => import('../screen/deleted/DeletedScreen.tsx').then((file) => file.DeletedScreen))
const HistoryScreen = lazily(() => import('../screen/history/HistoryScreen.tsx').then((file) => file.HistoryScreen))
const HomeScreen = lazily(() => import('../screen/home/HomeScreen.tsx').then((file) => file.HomeScreen))
const DashboardScreen = lazily(() => import('../screen/home/DashboardScreen.tsx').then((file) => file.DashboardScreen))
const AddressScreen = lazily(() => import('../screen/me/AddressScreen.tsx').then((file) => file.AddressScreen))
const MeScreen = lazily(() => import('../screen/me/MeScreen.tsx').then((file) => file.MeScreen))
const ModelScreen = lazily(() => import('../screen/models/ModelsScreen.tsx').then((file) => file.ModelScreen))
const ModelsScreen = lazily(() => import('../screen/models/ModelsScreen.tsx').then((file) => file.ModelsScreen))
const WhyScreen = lazily(() => import('../screen/explain/WhyScreen.tsx').then((file) => file.WhyScreen))

type Show<One extends Route> = (route: One, session: Session) => ReactNode

/** A route behind the login. */
export type PageRoute = Exclude<Route, { screen: 'login' | 'forgotten' | 'reset' | 'invitation' }>

/** The screen of each route behind the login. */
const screens: { readonly [Screen in PageRoute['screen']]: Show<RouteOf<Screen>> } = {
  home: () => <HomeScreen />,
  dashboard: (route) => <DashboardScreen key={route.model} name={route.model} />,
  list: (route, session) =>
    // A list keeps its search box while it is sorted and paged, and starts anew with other words.
    ofModel(route, session, (model) => <ListScreen key={`${route.model} ${route.q}`} {...{ route, model }} />),
  new: showRecord,
  record: showRecord,
  history: (route, session) => ofModel(route, session, (model) => <HistoryScreen {...{ route, model }} />),
  deleted: (route, session) => ofModel(route, session, (model) => <DeletedScreen {...{ route, model }} />),
  changes: (route) => <ChangesScreens route={route} />,
  changeSet: (route) => <ChangesScreens route={route} />,
  models: (route, session) =>
    route.model === '' ? <ModelsScreen /> : ofModel(route, session, (model) => <ModelScreen model={model} />),
  access: (route) => <AccessScreens route={route} />,
  role: (route) => <AccessScreens route={route} />,
  user: (route) => <AccessScreens route={route} />,
  accessChanges: (route) => <AccessScreens route={route} />,
  why: (route) => <WhyScreen route={route} />,
  about: () => <AboutScreen />,
  me: () => <MeScreen />,
  address: () => <AddressScreen />,
  unknown: () => <Unknown />,
}

/** The screen of a route. */
export function Screen({ route, session }: { readonly route: PageRoute; readonly session: Session }) {
  // The compiler does not see that a screen and a route of the same name go together.
  const show = screens[route.screen] as Show<PageRoute>
  return show(route, session)
}

function showRecord(route: RouteOf<'record' | 'new'>, session: Session): ReactNode {
  return ofModel(route, session, (model) => <RecordScreen key={toUrl(route)} {...{ route, model }} />)
}

/** A screen about a model, or that there is none. */
function ofModel(
  { model: name }: { readonly model: string },
  { find }: Session,
  show: (model: ModelMeta) => ReactNode,
) {
  const model = find(name)
  return model ? show(model) : <Unknown model={name} />
}

function Unknown({ model }: { readonly model?: string }) {
  const { failure } = useShell().words
  return <Empty icon="missing" isPage title={model ? failure.unknownModel(model) : failure.unknownAddress} />
}
