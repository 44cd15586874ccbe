export { DailyChart } from './daily-chart';
export { type ChartSeries, SeriesChart } from './series-chart';
