/**
 * Parts of which each screen shows a few: a remote bundles those it uses. So nothing here may import a library that the
 * shell shares, such as react-bootstrap (packages/build/shared.cjs).
 */
export { Change, FigureCard, FigureCards, type FigureChange } from './figure-card';
export { type FilterChip, FilterChips } from './filter-chips';
export { Sparkline } from './sparkline';
export { SplitView } from './split-view';
export { Stepper } from './stepper';
export { Timeline, type TimelineEntry } from './timeline';
