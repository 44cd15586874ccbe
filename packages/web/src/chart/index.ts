export { DailyChart } from './daily-chart';
export { type ChartSeries, SeriesChart } from './series-chart';
export { type Step, stepOf, stepsOf } from './steps';
