import type { Mistake } from '../model/checkModels.ts'
import { type LoadedDashboard, toDashboard } from '../model/dashboard.ts'
import type { Models } from '../model/Models.ts'
import { checkLanguages, checkWords } from '../model/words.ts'
import { serviceAuthorization } from '../permission/Authorization.ts'
import { didYouMean, suggest } from '../text/didYouMean.ts'
import { findFormFaults, findTileFaults, maxTiles } from './tileFaults.ts'

/** The members that a dashboard may have. */
export const dashboardMembers = ['name', 'label', 'roles', 'tiles']
const nameShape = /^[a-z][a-z0-9]*(\.[a-z][a-z0-9]*)*\.[a-z][A-Za-z0-9]*$/

/** What dashboards may name besides models. */
interface Named {
  readonly models: Models
  readonly roles: readonly string[]
  readonly actions: readonly string[]
}

/** Returns the mistakes in declared dashboards: in their form, and in what their tiles ask. */
export function checkDashboards(loaded: readonly LoadedDashboard[], named: Named): Mistake[] {
  return loaded.flatMap(({ file, declaration }, index) => {
    const { name } = declaration
    const other = loaded.slice(0, index).find((one) => one.declaration.name === name)
    const messages = [
      ...(other ? [`is declared in ${other.file} as well: keep one of the two`] : []),
      ...checkForm(declaration),
      ...checkNames(declaration, named),
    ]
    return messages.map((message) => ({ file, model: `dashboard ${String(name)}`, message }))
  })
}

function checkForm(declaration: LoadedDashboard['declaration']): string[] {
  const { name, label, roles, tiles } = declaration
  return [
    ...Object.keys(declaration)
      .filter((member) => !dashboardMembers.includes(member))
      .map((member) => `a dashboard has no member "${member}".${suggest(member, dashboardMembers)}`),
    ...(typeof name === 'string' && nameShape.test(name)
      ? []
      : ['name must be a package and a name with a small letter, such as com.example.orders.sales']),
    ...checkWords('label', label),
    ...(roles === undefined || Array.isArray(roles) ? [] : ["roles must be a list of roles, such as roles: ['sales']"]),
    ...(Array.isArray(tiles) && tiles.length > 0 && tiles.length <= maxTiles
      ? []
      : [`tiles must be a list of 1 to ${maxTiles} tiles, such as [{ figure: 'count', of: Order }]`]),
  ]
}

/** Compares what a dashboard names with what there is. */
function checkNames(declaration: LoadedDashboard['declaration'], { models, roles, actions }: Named): string[] {
  const { roles: ofDashboard = [], tiles, ...own } = toDashboard(declaration)
  const authorization = serviceAuthorization(models)
  return [
    ...ofDashboard.flatMap((role) => findUnknown('roles', 'role', role, roles)),
    ...tiles.flatMap((tile, index) => {
      const faults = findFormFaults(tile)
      const all =
        faults.length > 0 ? faults : [...checkShortcuts(tile, models, actions), ...findTileFaults(tile, authorization)]
      return [...all, ...checkWords('label', tile['label'])].map((message) => `tile ${index + 1}: ${message}`)
    }),
    ...checkLanguages({ ...own, tiles }, models.application.languages).map(({ part, message }) =>
      part === undefined ? message : `${part}: ${message}`,
    ),
  ]
}

function checkShortcuts(tile: object, models: Models, known: readonly string[]): string[] {
  const { actions = [], new: made = [], views = [] } = tile as Readonly<Record<string, string[] | undefined>>
  const names = models.all.map(({ name }) => name)
  return [
    ...actions.flatMap((action) => findUnknown('actions', 'action', action, known)),
    ...views.flatMap((view) => findUnknown('views', 'view', view, models.all.flatMap(viewsOf))),
    ...made.flatMap((model) => findUnknown('new', 'model', model, names)),
  ]
}

/** The declared views of a model, as tiles name them. */
function viewsOf({ name, views = [] }: Models['all'][number]): string[] {
  return views.map((view) => `${name}.${view.name}`)
}

function findUnknown(member: string, what: string, name: string, known: readonly string[]): string[] {
  if (known.includes(name)) return []
  return [`${member} names the ${what} "${name}", which no file declares.${didYouMean(name, known)}`]
}
