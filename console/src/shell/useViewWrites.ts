import { listOf } from '../route/ListRoute.ts'
import type { Json } from '../meta/ModelMeta.ts'
import { useWriteView } from '../query/viewQueries.ts'
import type { SavedView } from '../views/SavedView.ts'
import { writeParts } from '../views/ViewParts.ts'
import { useShell } from './Shell.tsx'

type Values = Readonly<Record<string, Json>>

/** What can be done with views. A failure is said in words; nothing is lost, because the list stays as it is. */
export interface ViewWrites {
  readonly isBusy: boolean
  /** Resolves to the id of the view, if it was created. */
  readonly create: (model: string, name: string, parts: Values) => Promise<number | undefined>
  readonly update: (view: SavedView, data: Values) => Promise<unknown>
  readonly remove: (view: SavedView) => Promise<unknown>
}

/** Writes views and goes to what came of it. */
export function useViewWrites(): ViewWrites {
  const { service, words, newKey, go, notify } = useShell()
  const { mutateAsync, isPending } = useWriteView(service)
  const attempt = async <Result>(work: () => Promise<Result>): Promise<Result | undefined> => {
    try {
      return await work()
    } catch (error) {
      notify({ text: error instanceof Error ? error.message : String(error) })
      return undefined
    }
  }
  const create = (model: string, data: Values) =>
    attempt(async () => {
      const made = await mutateAsync({ data: { ...data, model }, key: newKey() })
      if (made) go(listOf(model, { view: made.id }))
      return made?.id
    })
  return {
    isBusy: isPending,
    create: (model, name, parts) => create(model, { ...parts, name }),
    update: (view, data) =>
      attempt(async () => {
        await mutateAsync({ id: view.id, version: view.version, data, key: newKey() })
        notify({ text: words.views.saved(typeof data['name'] === 'string' ? data['name'] : view.name) })
      }),
    remove: (view) =>
      attempt(async () => {
        await mutateAsync({ id: view.id, version: view.version, key: newKey() })
        go(listOf(view.model), 'replace')
        const again = { ...writeParts(view, view), name: view.name, pinned: view.pinned, ...rolesOf(view) }
        notify({ text: words.views.deleted(view.name), undo: () => void create(view.model, again) })
      }),
  }
}

/** The roles to share with; left out where there are none, because writing them takes a right. */
function rolesOf({ roles }: SavedView): Values {
  return roles.length === 0 ? {} : { roles: roles.map(({ id }) => ({ id })) }
}
