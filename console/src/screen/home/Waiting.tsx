import type { ReactNode } from 'react'
import { titleOfLink } from '../../field/titleOfLink.ts'
import { writeWhere } from '../../criteria/writeWhere.ts'
import type { RecordJson } from '../../meta/ModelMeta.ts'
import { jobModel, webhookModel } from '../../meta/ownModels.ts'
import { listOf } from '../../route/ListRoute.ts'
import type { Route } from '../../route/Route.ts'
import { toUrl } from '../../route/toUrl.ts'
import type { DeclaredTotal, HomeAnswer } from '../../service/HomeService.ts'
import { useSession, useShell } from '../../shell/Shell.tsx'

const failed = writeWhere([{ kind: 'test', path: 'state', test: 'is', values: ['failed'], orMissing: false }])

/** What waits for one: jobs that have failed, deliveries that have stopped, and mentions. */
export function Waiting({ home: { jobs, deliveries = [], forMe = [], notices } }: { readonly home: HomeAnswer }) {
  const { words } = useShell()
  const hasJobs = jobs !== undefined && jobs.total > 0
  const waits = deliveries.length + forMe.length + (hasJobs ? 1 : 0) + notices.records.length
  if (waits === 0) return null
  return (
    <section aria-label={words.home.waiting}>
      <ul className="home-waits" data-waiting>
        {hasJobs ? (
          <Line kind={words.home.waiting} to={listOf(jobModel, { where: failed })}>
            {words.home.failedJobs(jobs.total)}
          </Line>
        ) : null}
        {deliveries.map(({ webhook, parked }) => (
          <Line
            key={webhook.id}
            kind={words.home.waiting}
            to={{ screen: 'record', model: webhookModel, id: webhook.id }}
          >
            {words.home.parked(parked, webhook.name)}
          </Line>
        ))}
        {forMe.map((view) => (
          <ForMe key={`${view.model} ${view.viewName}`} view={view} />
        ))}
        {notices.records.map((notice) => (
          <Mention key={notice.id} notice={notice} />
        ))}
      </ul>
    </section>
  )
}

/** A declared view whose records wait, with how many there are. */
function ForMe({ view: { model, viewName, total } }: { readonly view: DeclaredTotal }) {
  const { words } = useShell()
  const { find } = useSession()
  const of = find(model)
  const view = of?.views?.find(({ name }) => name === viewName)
  if (!of || !view) return null
  return (
    <Line kind={words.home.waiting} to={listOf(model, { view: viewName })}>
      {total === null ? view.label : words.home.forMe(view.label, total, of)}
    </Line>
  )
}

function Mention({ notice }: { readonly notice: RecordJson }) {
  const { words } = useShell()
  const { find } = useSession()
  const { model, record, createdBy } = notice
  const of = typeof model === 'string' ? find(model) : undefined
  if (!of || typeof record !== 'number') return null
  const who = titleOfLink(createdBy) || words.value.somebody
  return (
    <Line kind={words.home.mention} to={{ screen: 'record', model: of.name, id: record }}>
      {words.notices.mention(who, `${of.label} #${record}`)}
    </Line>
  )
}

function Line({ kind, to, children }: { readonly kind: string; readonly to: Route; readonly children: ReactNode }) {
  return (
    <li>
      <span className="home-kind">{kind}</span>
      <span className="home-what">
        <a href={toUrl(to)}>{children}</a>
      </span>
    </li>
  )
}
