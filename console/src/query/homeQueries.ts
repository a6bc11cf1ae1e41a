import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { dashboardModel, favoriteModel, noticeModel, viewModel } from '../meta/ownModels.ts'
import type { HomeAnswer } from '../service/HomeService.ts'
import type { Service } from '../service/Service.ts'
import { begin, isFirst } from './beginning.ts'
import { keys } from './keys.ts'
import type { RecordJson } from '../meta/ModelMeta.ts'
import { noticesKey } from './noticeQueries.ts'
import { type RecordWrite, writeRecord } from './writeRecord.ts'

/** A record that somebody had open. */
interface Opened {
  readonly model: string
  readonly id: number
}

/**
 * What a person begins with: for the home page, the navigation and the bell, one answer. `recent` is asked when the
 * answer is: records that are opened meanwhile do not make it another question.
 */
export function useHome(service: Service, userId: number, recent: () => readonly Opened[], isShown: boolean) {
  return useQuery({
    queryKey: keys.home,
    queryFn: async (context) => {
      const answer = begin(context, await service.home(recent(), isFirst(context), context.signal))
      const { total, records } = answer.notices
      context.client.setQueryData(noticesKey(userId), { records, total, offset: 0, next: undefined })
      return answer
    },
    // On the home page the records that were opened last count.
    staleTime: isShown ? 0 : 60_000,
    meta: { lists: [viewModel, noticeModel, dashboardModel] },
  })
}

/** The same answer as far as somebody has asked for it: nothing is asked for here. */
export function useKnownHome(): HomeAnswer | undefined {
  return useQuery<HomeAnswer>({ queryKey: keys.home, enabled: false }).data
}

/** Writes a dashboard, and waits until the home page knows it. */
export function useWriteDashboard(service: Service) {
  const client = useQueryClient()
  return useMutation<RecordJson | undefined, Error, RecordWrite>({
    mutationFn: (write) => writeRecord(service, dashboardModel, write),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: keys.model(dashboardModel) }),
        client.invalidateQueries({ queryKey: keys.home }),
      ]),
  })
}

/** Writes favourites one after the other, and waits until all that shows them knows it. */
export function useWriteFavorites(service: Service) {
  const client = useQueryClient()
  return useMutation<unknown, Error, readonly RecordWrite[]>({
    mutationFn: async (writes) => {
      for (const write of writes) await writeRecord(service, favoriteModel, write)
    },
    onSettled: () => client.invalidateQueries({ queryKey: keys.model(favoriteModel) }),
  })
}
