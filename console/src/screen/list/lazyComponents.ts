import { lazily } from '../../component/lazily.ts'

// A list is there sooner without what it shows only later.

export const loadBulkDrawer = () => import('./bulk/BulkDrawer.tsx').then((module) => module.BulkDrawer)
export const loadColumnsEditor = () => import('./ColumnsEditor.tsx').then((module) => module.ColumnsEditor)
export const loadBulkEditBar = () => import('./edit/BulkEditBar.tsx').then((module) => module.BulkEditBar)

export const BulkDrawer = lazily(loadBulkDrawer)
export const CellEditor = lazily(() => import('./edit/CellEditor.tsx').then((module) => module.CellEditor))
export const ColumnsEditor = lazily(loadColumnsEditor)
export const BulkEditBar = lazily(loadBulkEditBar)
export const Peek = lazily(() => import('./peek/Peek.tsx').then((module) => module.Peek))
export const SaveViewPanel = lazily(() => import('./views/SaveViewPanel.tsx').then((module) => module.SaveViewPanel))
export const ViewPanel = lazily(() => import('./views/ViewPanel.tsx').then((module) => module.ViewPanel))
