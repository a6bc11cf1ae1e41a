import type { Json } from '../../meta/ModelMeta.ts'
import { Icon } from '../../component/Icon.tsx'
import { useSession, useShell } from '../../shell/Shell.tsx'
import '../../component/tag.css'

/** Says that a role comes from a file; nothing for others. */
export function FileMark({ role }: { readonly role: Json | undefined }) {
  const { words } = useShell()
  const { declaredRoles } = useSession()
  if (typeof role !== 'string' || !declaredRoles.includes(role)) return null
  return (
    <span className="tag file-mark" title={words.access.fileOwns(role)}>
      <Icon name="file" size={12} />
      {words.access.file}
    </span>
  )
}
