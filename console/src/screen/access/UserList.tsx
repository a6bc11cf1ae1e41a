import { useState } from 'react'
import { findParameters, listOf } from '../../route/ListRoute.ts'
import { toUrl } from '../../route/toUrl.ts'
import { toPattern } from '../../criteria/pattern.ts'
import { asText, showValue } from '../../field/kinds.ts'
import { userModel } from '../../meta/ownModels.ts'
import type { RecordJson } from '../../meta/ModelMeta.ts'
import { SearchField } from '../../component/SearchField.tsx'
import { usePage } from '../../query/queries.ts'
import { Failed } from '../../component/Failed.tsx'
import { useSession, useShell } from '../../shell/Shell.tsx'

const most = 20

/**
 * The users, by the beginning of the alphabet or by what is typed; each leads to their page. People and service
 * accounts have lists of their own, and the holders of a role are in one.
 */
export function UserList({ role, kind }: { readonly role?: number; readonly kind?: 'person' | 'service' }) {
  const { service, words } = useShell()
  const { find } = useSession()
  const [text, setText] = useState('')
  const isOfServices = kind === 'service'
  const criteria = [
    ...(kind === undefined ? [] : [{ fieldName: 'kind', operator: '=', value: kind }]),
    ...(role === undefined ? [] : [{ fieldName: 'roles', operator: '=', value: role }]),
    ...(text.trim() === '' ? [] : [{ fieldName: 'username', operator: 'like', value: toPattern(text.trim()) }]),
  ]
  const where = criteria.length === 0 ? '' : JSON.stringify(criteria.length === 1 ? criteria[0] : { criteria })
  const whole = listOf(userModel, { where, sortBy: ['username'] })
  const fields = ['username', 'name', 'admin', 'disabled', 'roles']
  const { data, error, refetch } = usePage(service, userModel, findParameters({ ...whole, fields, limit: most }))
  const total = data?.total
  return (
    <section className="access-part">
      <header className="access-part-head">
        <h2>
          {isOfServices
            ? words.access.services
            : role === undefined
              ? words.access.users
              : words.access.usersOf(text === '' ? total : undefined)}
        </h2>
        {isOfServices ? null : (
          <SearchField
            label={words.access.findUser}
            clear={words.list.clear}
            value={text}
            onChange={setText}
            onSubmit={setText}
          />
        )}
      </header>
      {isOfServices ? <p className="dim">{words.access.servicesLead}</p> : null}
      {error ? <Failed error={error} again={() => void refetch()} /> : null}
      {data?.records.length === 0 ? (
        <p className="dim">
          {text === ''
            ? isOfServices
              ? words.access.noServices
              : words.access.noUsers
            : words.list.noneMatch(find(userModel))}
        </p>
      ) : null}
      <ul className="user-list">
        {data?.records.map((user) => (
          <User key={user.id} user={user} />
        ))}
      </ul>
      {total !== undefined && total > most ? (
        <p>
          <a href={toUrl(whole)}>{words.access.allUsers(total)}</a>
        </p>
      ) : null}
    </section>
  )
}

function User({ user }: { readonly user: RecordJson }) {
  const { words, formats } = useShell()
  const roles = showValue(user.roles, { name: 'roles', type: 'links', label: '' }, formats)
  return (
    <li>
      <a href={toUrl({ screen: 'user', id: user.id })}>{asText(user.username)}</a>
      <span>{asText(user.name)}</span>
      <span className="dim">{user.admin === true ? words.access.admin : roles}</span>
      <span className="dim">{user.disabled === true ? words.access.disabled : ''}</span>
    </li>
  )
}
