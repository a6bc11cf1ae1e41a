import type { Chart } from '../../chart/Chart.ts'
import { toCriteria, toGroupRequest, toWholeRequest } from '../../chart/figures.ts'
import type { FieldMeta, ModelMeta } from '../../meta/ModelMeta.ts'
import { useGroups } from '../../query/listQueries.ts'
import { useShell } from '../../shell/Shell.tsx'

/** The figures of a chart over the records that a filter finds, and of all together where the groups are too many. */
export function useFigures(model: ModelMeta, chart: Chart, field: FieldMeta, filter: { q: string; where: string }) {
  const { service, formats } = useShell()
  const records = toCriteria(filter)
  const timeZone = field.type === 'dateTime' ? formats.timeZone : undefined
  const counted = useGroups(service, model.name, { ...records, ...toGroupRequest(chart, timeZone) })
  const hasMore = counted.data !== undefined && counted.data.total > counted.data.groups.length
  const isWanted = hasMore && chart.by === undefined && chart.measure.of !== 'avg'
  const whole = useGroups(service, model.name, { ...records, ...toWholeRequest(chart) }, isWanted)
  return { ...counted, whole: whole.data?.groups[0], isComplete: !isWanted || !whole.isPending }
}
