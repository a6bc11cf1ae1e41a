import { toUrl } from '../../route/toUrl.ts'
import type { Conflict, MemberConflict } from '../../draft/Conflict.ts'
import { useSession, useShell } from '../../shell/Shell.tsx'

/** Members of collections that clash, each with what happened to it and the way there. */
export function MergeMembers({ conflict: { members = [] } }: { readonly conflict: Conflict }) {
  const { words } = useShell()
  const { find } = useSession()
  if (members.length === 0) return null
  return (
    <div className="merge-members">
      <p>{words.merge.members}</p>
      <ul>
        {members.map((member) => (
          <li key={member.place}>
            <a href={toUrl({ screen: 'record', model: member.model, id: member.id })}>
              {find(member.model)?.label ?? member.model} #{member.id}
            </a>
            : <Happened member={member} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function Happened({ member: { model, conflicts } }: { readonly member: MemberConflict }) {
  const { words } = useShell()
  const { find } = useSession()
  const labelOf = (name: string) => find(model)?.fields.find((field) => field.name === name)?.label ?? name
  const happened = conflicts.map(({ field = '', deleted, moved, removed, changed = [], by }) => {
    const who = by?.username ?? words.value.somebody
    if (deleted) return words.merge.member.deleted(who)
    if (moved !== undefined) return words.merge.member.moved(who)
    if (removed) return `${words.merge.member.removed(who)}: ${changed.map(labelOf).join(', ')}`
    return words.merge.member.changed(who, labelOf(field))
  })
  return happened.join(', ')
}
