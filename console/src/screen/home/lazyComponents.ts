import { lazily } from '../../component/lazily.ts'

// What only some have on their home is loaded when it is first shown.

export const DashboardView = lazily(() =>
  import('./dashboard/DashboardView.tsx').then((module) => module.DashboardView),
)
export const FirstSteps = lazily(() => import('./FirstSteps.tsx').then((module) => module.FirstSteps))
export const HomeActions = lazily(() => import('./HomeActions.tsx').then((module) => module.HomeActions))
export const NewDashboard = lazily(() => import('./dashboard/NewDashboard.tsx').then((module) => module.NewDashboard))
export const NewRecord = lazily(() => import('./NewRecord.tsx').then((module) => module.NewRecord))
export const StarredCharts = lazily(() => import('./StarredCharts.tsx').then((module) => module.StarredCharts))
