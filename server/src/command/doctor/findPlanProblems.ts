import { recordSchema } from '../../model/names.ts'

/** A node of EXPLAIN (FORMAT JSON, VERBOSE), with the members that the checks use. */
export interface PlanNode {
  readonly 'Node Type': string
  readonly 'Plan Rows': number
  readonly 'Parent Relationship'?: string
  readonly Schema?: string
  readonly 'Relation Name'?: string
  readonly 'Index Cond'?: string
  readonly Filter?: string
  readonly Plans?: readonly PlanNode[]
}

/**
 * Why a search gets slower as the table grows. `scan`: it reads a whole table. `walk`: it reads a table in the order of
 * the sort until a page is full, possibly the whole table. `sift`: it reads many records by an index and discards most.
 * `sort`: it sorts all matching records for one page.
 */
export interface PlanProblem {
  readonly kind: 'scan' | 'walk' | 'sift' | 'sort'
  readonly table: string
  /** A scan reads only an index of the table. */
  readonly isIndex?: true
}

export interface TableSizes {
  /** The estimated number of rows of each record table. */
  readonly rows: ReadonlyMap<string, number>
  /** Tables with fewer rows may be scanned. */
  readonly threshold: number
}

/** The assumed number of records on a page. */
const pageSize = 40

/** Nodes that read all their input before they return the first row. */
const blockingNodes = ['Sort', 'Hash', 'Aggregate', 'Materialize', 'Memoize', 'Gather', 'Gather Merge', 'SetOp']

/** Finds the problems of a plan, each kind once for a table. */
export function findPlanProblems(root: PlanNode, sizes: TableSizes): PlanProblem[] {
  const found = new Map(
    findInNode(root, false, sizes).map((problem) => [
      `${problem.kind} ${problem.table} ${problem.isIndex ?? ''}`,
      problem,
    ]),
  )
  // A walk is not reported for a table that is scanned anyway.
  return [...found.values()].filter(
    ({ kind, table }) =>
      kind !== 'walk' || ![...found.values()].some((other) => other.kind === 'scan' && other.table === table),
  )
}

/** `limited`: a node above stops reading when a page is full. */
function findInNode(node: PlanNode, limited: boolean, sizes: TableSizes): PlanProblem[] {
  const below = (node.Plans ?? []).flatMap((child) => findInNode(child, isLimited(node, child, limited), sizes))
  const own = findReading(node, limited, sizes)
  const sorted = node['Node Type'] === 'Sort' && node['Plan Rows'] > sizes.threshold ? findTable(node) : undefined
  return [
    ...(own && node['Relation Name'] !== undefined
      ? [{ kind: own, table: node['Relation Name'], ...isIndexOnly(node) }]
      : []),
    ...(sorted === undefined ? [] : [{ kind: 'sort' as const, table: sorted }]),
    ...below,
  ]
}

function isIndexOnly(node: PlanNode): { isIndex?: true } {
  return node['Node Type'] === 'Index Only Scan' ? { isIndex: true } : {}
}

function isLimited(node: PlanNode, child: PlanNode, limited: boolean): boolean {
  const relationship = child['Parent Relationship'] ?? ''
  if (relationship === 'InitPlan' || relationship === 'SubPlan') return false
  if (node['Node Type'] === 'Limit') return true
  if (node['Node Type'] === 'Nested Loop' && relationship === 'Inner') return false
  return limited && !blockingNodes.includes(node['Node Type'])
}

function findReading(node: PlanNode, limited: boolean, sizes: TableSizes): PlanProblem['kind'] | undefined {
  const rows = sizeOf(node, sizes)
  if (rows <= sizes.threshold) return undefined
  if (node['Node Type'] === 'Seq Scan') return 'scan'
  if (node['Node Type'] === 'Bitmap Heap Scan') return isSifting(node, sizes) ? 'sift' : undefined
  if (!/^Index (Only )?Scan$/.test(node['Node Type']) || node['Index Cond'] !== undefined) return undefined
  if (!limited) return 'scan'
  return isLongWalk(node, rows, sizes) ? 'walk' : undefined
}

/** Whether the filter discards most of the rows that the index finds. */
function isSifting({ Filter: filter, Plans: [index] = [], 'Plan Rows': kept }: PlanNode, sizes: TableSizes): boolean {
  const read = index?.['Plan Rows'] ?? 0
  return filter !== undefined && read > sizes.threshold && kept * 10 < read
}

/** Whether many rows are read until a page is full. PostgreSQL can only guess how many rows match a pattern. */
function isLongWalk({ Filter: filter, 'Plan Rows': matching }: PlanNode, rows: number, sizes: TableSizes): boolean {
  if (filter === undefined) return false
  return filter.includes('~~') || (pageSize * rows) / Math.max(matching, 1) > sizes.threshold
}

function sizeOf({ Schema, 'Relation Name': table }: PlanNode, { rows }: TableSizes): number {
  return Schema === recordSchema && table !== undefined ? (rows.get(table) ?? 0) : 0
}

/** The record table whose rows are sorted: the first one below the node. */
function findTable(node: PlanNode): string | undefined {
  if (node.Schema === recordSchema) return node['Relation Name']
  for (const child of node.Plans ?? []) {
    const table = findTable(child)
    if (table !== undefined) return table
  }
  return undefined
}
