import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { noticeModel } from '../meta/ownModels.ts'
import type { RecordJson } from '../meta/ModelMeta.ts'
import type { Service } from '../service/Service.ts'
import { begin, isFirst } from './beginning.ts'
import { useIsLive } from './feedState.ts'
import { keys } from './keys.ts'

/** How many notices are shown at once. */
const shownNotices = 10
const often = 30_000

/** What is asked for. */
function parametersOf(userId: number): Record<string, string> {
  const unseen = { fieldName: 'seenOn', operator: 'isNull' }
  const own = { fieldName: 'user', operator: '=', value: userId }
  const where = JSON.stringify({ operator: 'and', criteria: [own, unseen] })
  const fields = 'model,record,createdBy,createdOn'
  return { where, fields, sortBy: '-createdOn,-id', limit: String(shownNotices) }
}

/** Where the notices are kept, however they came. */
export function noticesKey(userId: number) {
  return keys.list(noticeModel, new URLSearchParams(parametersOf(userId)).toString())
}

/**
 * The notices that a user has not seen yet, the newest first. The first ones come with the home page, so they are asked
 * for once `isAnswered`; they are read again when the feed tells of one.
 */
export function useNotices(service: Service, userId: number, isAnswered: boolean) {
  const isLive = useIsLive()
  return useQuery({
    queryKey: noticesKey(userId),
    queryFn: async (context) => {
      const changes = isFirst(context) ? { changes: 'true' } : {}
      const asked = new URLSearchParams({ ...parametersOf(userId), ...changes })
      return begin(context, await service.find(noticeModel, asked, context.signal))
    },
    enabled: isAnswered,
    staleTime: 10_000,
    refetchInterval: isLive ? false : often,
  })
}

/** Notices that were seen, when, and a key for each write. */
interface Seen {
  readonly notices: readonly RecordJson[]
  readonly on: string
  readonly newKey: () => string
}

/** Marks notices as seen. */
export function useMarkSeen(service: Service) {
  const client = useQueryClient()
  return useMutation<unknown, Error, Seen>({
    mutationFn: ({ notices, on, newKey }) =>
      Promise.all(
        notices.map(({ id, version }) => service.update(noticeModel, id, { version, seenOn: on }, { key: newKey() })),
      ),
    onSettled: () => client.invalidateQueries({ queryKey: keys.model(noticeModel) }),
  })
}
