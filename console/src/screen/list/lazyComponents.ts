import { lazily } from '../../component/lazily.ts'

// A list is there sooner without what it shows only later.

export const loadBulkDrawer = () => import('./bulk/BulkDrawer.tsx').then((module) => module.BulkDrawer)
export const loadViewTools = () => import('./tools/ViewTools.tsx').then((module) => module.ViewTools)
export const loadBulkEditBar = () => import('./edit/BulkEditBar.tsx').then((module) => module.BulkEditBar)
export const loadBulkEditDrawer = () => import('./edit/BulkEditDrawer.tsx').then((module) => module.BulkEditDrawer)

export const loadCellEditor = () => import('./edit/CellEditor.tsx').then((module) => module.CellEditor)
export const loadSaveViewPanel = () => import('./views/SaveViewPanel.tsx').then((module) => module.SaveViewPanel)

export const Board = lazily(() => import('./board/Board.tsx').then((module) => module.Board))
export const BulkDrawer = lazily(loadBulkDrawer)
export const CellEditor = lazily(loadCellEditor)
export const ColumnMenu = lazily(() => import('./tools/ColumnMenu.tsx').then((module) => module.ColumnMenu))
export const FootCard = lazily(() => import('./groups/ListFoot.tsx').then((module) => module.FootCard))
export const GroupedBody = lazily(() => import('./groups/GroupedBody.tsx').then((module) => module.GroupedBody))
export const GroupedFilter = lazily(() => import('./GroupedFilter.tsx').then((module) => module.GroupedFilter))
export const GroupEditor = lazily(() => import('./tools/GroupEditor.tsx').then((module) => module.GroupEditor))
export const ListFoot = lazily(() => import('./groups/ListFoot.tsx').then((module) => module.ListFoot))
export const ViewTools = lazily(loadViewTools)
export const BulkEditBar = lazily(loadBulkEditBar)
export const BulkEditDrawer = lazily(loadBulkEditDrawer)
export const Calendar = lazily(() => import('./calendar/Calendar.tsx').then((module) => module.Calendar))
export const Peek = lazily(() => import('./peek/Peek.tsx').then((module) => module.Peek))
export const Pivot = lazily(() => import('./pivot/Pivot.tsx').then((module) => module.Pivot))
export const RowColors = lazily(() => import('./RowColors.tsx').then((module) => module.RowColors))
export const RowMenu = lazily(() => import('./tools/RowMenu.tsx').then((module) => module.RowMenu))
export const SaveViewPanel = lazily(loadSaveViewPanel)
export const ViewPanel = lazily(() => import('./views/ViewPanel.tsx').then((module) => module.ViewPanel))
