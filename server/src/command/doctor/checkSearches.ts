import type { Models } from '../../model/Models.ts'
import { tableOf } from '../../model/names.ts'
import type { SearchShape } from '../../plan/SearchShape.ts'
import { explainSearch } from '../../schema/explainSearch.ts'
import type { Query } from '../../schema/RecordState.ts'
import { notedSearchesStatement } from '../../statement/service/searches.ts'
import { adviseSearch } from './adviseSearch.ts'
import type { Finding } from './Finding.ts'
import { findPlanProblems, type PlanNode, type PlanProblem, type TableSizes } from './findPlanProblems.ts'

export interface SearchReport {
  readonly findings: Finding[]
  /** How many searches were planned again, and how many do not match the schema any more. */
  readonly examined: number
  readonly outdated: number
}

interface Noted {
  readonly summary: string
  readonly shape: string
  readonly text: string
  readonly uses: number
  readonly lastUsedOn: string
}

/** Finds the stored searches whose plans scan or sort more rows than the threshold. */
export async function checkSearches(query: Query, models: Models, sizes: TableSizes): Promise<SearchReport> {
  const noted = (await query(notedSearchesStatement())).map(
    ({ summary, shape, text, uses, last_used_on }): Noted => ({
      summary: summary ?? '',
      shape: shape ?? '{}',
      text: text ?? '',
      uses: Number(uses),
      lastUsedOn: last_used_on ?? '',
    }),
  )
  const planned: { search: Noted; problems: PlanProblem[] }[] = []
  for (const search of noted) {
    const plan: PlanNode | undefined = await explainSearch(query, search.text)
    if (plan) planned.push({ search, problems: problemsOf(plan, search, sizes) })
  }
  const slow = planned.filter(({ problems }) => problems.length > 0)
  return {
    findings: [...Map.groupBy(slow, ({ search }) => search.shape).values()].map((group) =>
      toFinding(
        group.map(({ search }) => search),
        group.flatMap(({ problems }) => problems),
        models,
        sizes,
      ),
    ),
    examined: planned.length,
    outdated: noted.length - planned.length,
  }
}

/** For a search with `q`, the length of a walk depends on the words: no declaration can change that. */
function problemsOf(plan: PlanNode, { shape }: Noted, sizes: TableSizes): PlanProblem[] {
  const problems = findPlanProblems(plan, sizes)
  const { words, aggregated } = toShape(shape)
  // An aggregate has no page. To read an index from its start to its end is the best that it can do.
  if (aggregated) return problems.filter(({ kind, isIndex }) => (kind === 'scan' && !isIndex) || kind === 'sift')
  return words ? problems.filter(({ kind }) => kind !== 'walk') : problems
}

/** One finding for all searches of one shape, which differ only in their fields and pages. */
function toFinding(
  searches: readonly Noted[],
  problems: readonly PlanProblem[],
  models: Models,
  sizes: TableSizes,
): Finding {
  const uses = searches.reduce((sum, search) => sum + search.uses, 0)
  const last = searches
    .map(({ lastUsedOn }) => lastUsedOn)
    .toSorted()
    .at(-1)
  const [shortest] = searches.toSorted((a, b) => a.summary.length - b.summary.length)
  const ordered = problems.toSorted((a, b) => a.kind.localeCompare(b.kind))
  const texts = new Set(ordered.map((problem) => describe(problem, models, sizes)))
  const used = uses === 1 ? 'once' : `${uses} times`
  return {
    check: 'searches',
    what: `${shortest?.summary}: ${[...texts].join(', ')}. Used ${used}, last on ${last}.`,
    why: `It takes longer the more records there are, until it ends at the ${timeoutOf(shortest)} timeout with 503.`,
    advice: adviseSearch(toShape(shortest?.shape ?? '{}'), problems, models),
  }
}

/** Aggregates have a timeout of their own. */
function timeoutOf(search: Noted | undefined): string {
  return toShape(search?.shape ?? '{}').aggregated ? 'aggregate' : 'statement'
}

function describe({ kind, table }: PlanProblem, models: Models, { rows }: TableSizes): string {
  const model = models.all.find(({ name }) => tableOf(name) === table)
  const about = `${model?.name ?? table} (about ${(rows.get(table) ?? 0).toLocaleString('en')} records)`
  if (kind === 'scan') return `reads all of ${about}`
  if (kind === 'walk') return `may read all of ${about} to fill a page`
  if (kind === 'sift') return `reads many records of ${model?.name ?? table} to keep few`
  return `sorts all that it finds of ${model?.name ?? table} for each page`
}

function toShape(text: string): SearchShape {
  const empty = { model: '', all: [], inside: [], sort: [], words: false }
  return { ...empty, ...JSON.parse(text) }
}
