import { toPattern } from '../../../criteria/pattern.ts'
import { peopleFor, type Person } from '../../../field/mentions.ts'
import { mayList } from '../../../meta/ModelMeta.ts'
import { userModel } from '../../../meta/ownModels.ts'
import { usePage } from '../../../query/queries.ts'
import { useSession, useShell } from '../../../shell/Shell.tsx'

/**
 * Whom a name may mean that is being typed: those who are known here, and all users for those who may list them. Others
 * can still write the name of anybody.
 */
export function usePeople(typed: string | undefined, known: readonly Person[]): Person[] {
  const { service } = useShell()
  const { find, me } = useSession()
  const model = find(userModel)
  const parameters = new URLSearchParams({ fields: 'username,name', limit: '10', total: 'false' })
  if (typed) parameters.set('where', JSON.stringify(namesLike(toPattern(typed))))
  const { data } = usePage(service, userModel, parameters, typed !== undefined && model !== undefined && mayList(model))
  if (typed === undefined) return []
  const users = (data?.records ?? []).map(({ username, name }) => ({
    username: typeof username === 'string' ? username : '',
    name: typeof name === 'string' ? name : null,
  }))
  return peopleFor(typed, [...known, ...users]).filter(({ username }) => username !== me.username)
}

function namesLike(value: string) {
  const criteria = ['username', 'name'].map((fieldName) => ({ fieldName, operator: 'like', value }))
  return { operator: 'or', criteria }
}
