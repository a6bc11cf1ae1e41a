import { useSave } from '../../query/queries.ts'
import type { Json, RecordJson } from '../../meta/ModelMeta.ts'
import { userModel } from '../../meta/ownModels.ts'
import { failureWords } from '../../shell/failureWords.ts'
import { useShell } from '../../shell/Shell.tsx'

/** Changes a user at once, and says so with the way back. */
export function useUserWrite(user: RecordJson, title: string) {
  const { service, words, newKey, notify } = useShell()
  const save = useSave(service)
  const write = (data: Readonly<Record<string, Json>>, before: Readonly<Record<string, Json>>) =>
    save.mutate(
      { model: userModel, id: user.id, data: { version: user.version, ...data }, key: newKey() },
      {
        onSuccess: ({ record }) => {
          const undo = () => {
            const back = { model: userModel, id: user.id, data: { version: record.version, ...before }, key: newKey() }
            save.mutateAsync(back).catch((error: unknown) => notify({ text: failureWords(error, words) }))
          }
          notify({ text: words.user.saved(title), undo })
        },
      },
    )
  return { write, isBusy: save.isPending, error: save.error }
}
