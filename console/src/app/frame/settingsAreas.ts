import type { IconName } from '../../component/Icon.tsx'
import { manyOf, type ModelMeta } from '../../meta/ModelMeta.ts'
import { settingsOf } from '../../meta/navigation.ts'
import { isOwnModel, jobModel, keyModel, sessionModel, viewModel, webhookModel } from '../../meta/ownModels.ts'
import { seesRules } from '../../rights/Rule.ts'
import { listOf } from '../../route/ListRoute.ts'
import type { Route } from '../../route/Route.ts'
import type { Shell } from '../../shell/Shell.tsx'

/** One area of the settings: a screen, or the list of a model of the service. */
export interface Area {
  readonly label: string
  readonly icon: IconName
  readonly route: Route
  readonly isCurrent: (route: Route) => boolean
}

/** Areas under one heading. */
export interface AreaGroup {
  readonly label: string
  readonly areas: readonly Area[]
}

/** The models of the service that have a list in the settings, by heading. Users, roles and rules have their screen. */
const places: readonly (readonly [keyof Shell['words']['settings'], string, IconName])[] = [
  ['people', sessionModel, 'system'],
  ['people', keyModel, 'key'],
  ['work', jobModel, 'act'],
  ['work', webhookModel, 'webhook'],
  ['service', viewModel, 'columns'],
]

/** Whether a route belongs to the settings. */
export function isOfSettings(route: Route): boolean {
  if (['access', 'role', 'user', 'accessChanges', 'why', 'models', 'about'].includes(route.screen)) return true
  return 'model' in route && route.screen !== 'changes' && isOwnModel(route.model)
}

/** What somebody finds in the settings: each area only for those who see more there than what is their own. */
export function settingsAreas(models: readonly ModelMeta[], words: Shell['words']): AreaGroup[] {
  const seen = settingsOf(models)
  const listed = (heading: (typeof places)[number][0]) =>
    places.flatMap(([of, name, icon]): Area[] => {
      const model = of === heading ? seen.find((one) => one.name === name) : undefined
      return model ? [toArea(model, icon)] : []
    })
  const access: Area = {
    label: words.frame.access,
    icon: 'access',
    route: { screen: 'access' },
    isCurrent: ({ screen }) => ['access', 'role', 'user', 'accessChanges', 'why'].includes(screen),
  }
  const described: Area = {
    label: words.frame.models,
    icon: 'models',
    route: { screen: 'models', model: '' },
    isCurrent: ({ screen }) => screen === 'models',
  }
  const about: Area = {
    label: words.about.title,
    icon: 'help',
    route: { screen: 'about' },
    isCurrent: ({ screen }) => screen === 'about',
  }
  return [
    { label: words.settings.people, areas: [...(seesRules(models) ? [access] : []), ...listed('people')] },
    { label: words.settings.work, areas: listed('work') },
    { label: words.settings.service, areas: [described, ...listed('service'), about] },
  ].filter(({ areas }) => areas.length > 0)
}

/** Where the settings begin. */
export function settingsRoute(models: readonly ModelMeta[], words: Shell['words']): Route {
  return settingsAreas(models, words)[0]?.areas[0]?.route ?? { screen: 'about' }
}

function toArea(model: ModelMeta, icon: IconName): Area {
  return {
    label: manyOf(model),
    icon,
    route: listOf(model.name),
    isCurrent: (route) => 'model' in route && route.screen !== 'models' && route.model === model.name,
  }
}
