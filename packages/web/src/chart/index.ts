export { compareDays, type DaysWithRows } from './compare-days';
export { type Metric, MetricChart } from './metric-chart';
export { SeriesChart } from './series-chart';
export { drawnRange, type Step, stepOf, stepsOf } from './steps';
