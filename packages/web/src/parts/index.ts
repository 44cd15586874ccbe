/**
 * Parts of which each screen shows only a few. An entry of its own: a remote carries those it uses. So nothing in here may
 * import what there is one copy of, react-bootstrap among it (packages/build/shared.cjs).
 */
export { describeChange, FigureCard, FigureCards, type FigureChange } from './figure-card';
export { type FilterChip, FilterChips } from './filter-chips';
export { Sparkline } from './sparkline';
export { SplitView } from './split-view';
export { Stepper } from './stepper';
export { Timeline, type TimelineEntry } from './timeline';
