import { Notice } from '../../component/Notice.tsx'
import { useShell } from '../../shell/Shell.tsx'

/** Why a login at a provider opened no session. The request helps an administrator to find it. */
export function LoginProblem({ reason, request }: { readonly reason: string; readonly request: string }) {
  const { words } = useShell()
  const { problems, title } = words.signIn
  const known = Object.hasOwn(problems, reason) ? problems[reason as keyof typeof problems] : problems.other
  return (
    <Notice tone="bad" icon="alert" title={title}>
      <span>{known}</span>
      {request === '' ? null : <span className="login-request">{words.signIn.request(request)}</span>}
    </Notice>
  )
}
