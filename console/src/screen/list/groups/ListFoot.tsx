import { type FigureOf, figureValue, type FigureValue, mixedValue, splitFigures } from '../../../chart/groupHeads.ts'
import { figureLists } from '../../../chart/Figure.ts'
import { familyOf } from '../../../meta/fieldTypes.ts'
import { cellProps } from '../../../grid/cellProps.ts'
import type { LinePlace } from '../../../grid/GridProps.ts'
import type { Selection } from '../../../grid/selection.ts'
import type { Column } from '../../../meta/columns.ts'
import type { Json, ModelMeta } from '../../../meta/ModelMeta.ts'
import { useCounts } from '../../../query/groupQueries.ts'
import type { ListRoute } from '../../../route/ListRoute.ts'
import { failureWords } from '../../../shell/failureWords.ts'
import { useSession, useShell } from '../../../shell/Shell.tsx'
import { FigureText } from './FigureText.tsx'
import { figuresOf, lookOfFigure } from './figuresOf.ts'
import { recordsOf } from './useHeads.ts'
import './groups.css'

/** The most ids that a criterion takes. */
const mostNamed = 1_000

interface ListFootProps {
  readonly route: ListRoute
  readonly model: ModelMeta
  readonly columns: readonly Column[]
  readonly total: number | undefined
  readonly selection: Selection
  readonly onMenu: (column: string, button: HTMLButtonElement) => void
}

/** The figures below a list: over all that match, or over what is selected. */
export function ListFoot({
  place: { index, cursor, onMove },
  ...props
}: ListFootProps & { readonly place: LinePlace }) {
  const { columns, onMenu } = props
  const { words } = useShell()
  const { figures, values, isSelection } = useFigures(props)
  const at = (column: Column) => figures.findIndex(({ path }) => path === column.path)
  const first = columns.findIndex((column, number) => number > 0 && at(column) >= 0)
  const span = first < 0 ? 1 : first
  return (
    <tfoot>
      <tr className="grid-foot" aria-rowindex={index + 2}>
        <td className="grid-check" {...cellProps(cursor, index, 0, onMove)} />
        <td className="grid-foot-count" colSpan={span} {...cellProps(cursor, index, 1, onMove, span)}>
          <CountText {...props} />
        </td>
        {columns.slice(span).map((column, number) => (
          <td
            key={column.path}
            className={lookOfFigure(column, figures[at(column)])}
            {...cellProps(cursor, index, span + 1 + number, onMove)}
          >
            <button
              type="button"
              className="grid-foot-figure"
              tabIndex={-1}
              data-menu=""
              aria-haspopup="menu"
              title={words.grid.figureOf(column.label)}
              onClick={({ currentTarget }) => onMenu(column.path, currentTarget)}
            >
              <FootFigure
                figure={figures[at(column)]}
                value={values[at(column)]}
                column={column}
                isSelection={isSelection}
              />
            </button>
          </td>
        ))}
      </tr>
    </tfoot>
  )
}

/** The figures below a list on a narrow screen. */
export function FootCard(props: Omit<ListFootProps, 'onMenu'>) {
  const { figures, values, isSelection } = useFigures(props)
  const { columns } = props
  return (
    <footer className="card-foot">
      <CountText {...props} />
      {figures.map((figure, index) => {
        const column = columns.find(({ path }) => path === figure.path)
        return column ? (
          <span key={figure.path} className="card-foot-figure">
            <FootFigure figure={figure} value={values[index]} column={column} isSelection={isSelection} />
          </span>
        ) : null
      })}
    </footer>
  )
}

function CountText({ model, total, selection }: Pick<ListFootProps, 'model' | 'total' | 'selection'>) {
  const { words } = useShell()
  const chosen = selection.isAll ? 0 : selection.versions.size
  return (
    <>
      {words.columns.wouldBe(total, model)}
      {chosen > 0 ? ` · ${words.grid.selected(chosen)}` : null}
    </>
  )
}

function FootFigure({
  figure,
  value,
  column,
  isSelection,
}: {
  readonly figure: FigureOf | undefined
  readonly value: FigureValue | undefined
  readonly column: Column
  readonly isSelection: number | undefined
}) {
  const { words } = useShell()
  if (!figure) return <span className="grid-foot-none">{words.grid.figure}</span>
  return (
    <>
      <span className="grid-foot-name">
        {nameOfFunction(figure, words)}
        <span className="visually-hidden"> {words.grid.figureOf(column.label)}</span>
        {isSelection === undefined ? null : ` ${words.grid.ofSelection(isSelection)}`}
      </span>
      <span className={figure.of === 'sum' && isSelection === undefined ? 'grid-sum' : undefined}>
        <FigureText value={value} />
      </span>
    </>
  )
}

/** What a function is called for a field: the smallest date is the oldest. */
export function nameOfFunction({ of, field }: FigureOf, { grid }: ReturnType<typeof useShell>['words']): string {
  const isTime = familyOf(field.resolved?.result ?? field) === 'time'
  return isTime && (of === 'min' || of === 'max') ? grid.times[of] : grid.functions[of]
}

/** The figures of all that match, or of what is selected, in requests that are sent together. */
function useFigures({ route, model, selection }: Pick<ListFootProps, 'route' | 'model' | 'selection'>) {
  const { service, words, formats } = useShell()
  const { find } = useSession()
  const figures = figuresOf(route, model, find)
  const { plain, mixed } = splitFigures(figures, undefined)
  const ids = selection.isAll ? [] : [...selection.versions.keys()]
  const isSelection = ids.length > 0
  const isTooMany = ids.length > mostNamed
  const named: Json = { fieldName: 'id', operator: 'in', value: ids }
  // Criteria of the list decide whether archived records count.
  const chosen = model.archive ? recordsOf({ ...route, q: '' }, named) : { data: named }
  const of = isSelection ? chosen : recordsOf(route, undefined)
  const requests = [
    ...(plain.length > 0 ? [{ ...of, groupBy: [], ...figureLists(plain) }] : []),
    ...mixed.map(({ currency, figures: each }) => ({
      ...of,
      groupBy: [currency],
      ...figureLists(each),
      limit: mostNamed,
    })),
  ]
  const answers = useCounts(service, model.name, isTooMany ? [] : requests)
  const valueOf = (figure: FigureOf): FigureValue => {
    if (isTooMany) return { is: 'unknown', why: words.grid.tooMany(mostNamed) }
    const apart = mixed.findIndex((each) => each.figures.includes(figure))
    const answer = answers[apart < 0 ? 0 : apart + (plain.length > 0 ? 1 : 0)]
    if (answer?.error) return { is: 'unknown', why: failureWords(answer.error, words) }
    const [whole] = answer?.data?.groups ?? []
    if (!answer?.data) return { is: 'awaited' }
    if (apart >= 0) return mixedValue(figure, mixed[apart]?.currency ?? '', answer.data.groups, formats)
    return whole ? figureValue(figure, whole, formats) : { is: 'none' }
  }
  return { figures, values: figures.map(valueOf), isSelection: isSelection ? ids.length : undefined }
}
