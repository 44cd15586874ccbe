/** Lists of the office, under an entry of their own: a remote bundles them with the screens that have one. */
export { Grid, type GridColumn } from './grid';
export { type GridFilter, GridFilters } from './grid-filters';
export { type GridParams, readGridParams, useGridParams, writeGridParams } from './grid-params';
export { GridViews, type View } from './grid-views';
export { type KeyAction, useKeys } from './use-keys';
