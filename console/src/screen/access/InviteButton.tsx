import { asText } from '../../field/kinds.ts'
import type { RecordJson } from '../../meta/ModelMeta.ts'
import { WriteButton } from '../../component/WriteButton.tsx'
import { useInvite } from '../../query/linkQueries.ts'
import { failureWords } from '../../shell/failureWords.ts'
import { useShell } from '../../shell/Shell.tsx'

/** Sends a user a link to choose a password. */
export function InviteButton({ user }: { readonly user: RecordJson }) {
  const { service, words, notify } = useShell()
  const invite = useInvite(service)
  const send = () =>
    invite.mutate(user.id, {
      onSuccess: () => notify({ text: words.links.invited(asText(user.username)) }),
      onError: (error) => notify({ text: failureWords(error, words) }),
    })
  return (
    <WriteButton small isDisabled={invite.isPending} onPress={send}>
      {words.links.invite}
    </WriteButton>
  )
}
