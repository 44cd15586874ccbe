import type { FailedWorkRow } from '../calls/office.calls';
import { momentColumn, type TableColumn } from '../table-column';

export const FAILED_WORK_COLUMNS: readonly TableColumn<FailedWorkRow>[] = [
  { header: 'ID', kind: 'text', value: ({ id }) => id },
  { header: 'What', kind: 'text', value: ({ what }) => what },
  { header: 'Why', kind: 'text', value: ({ reason }) => reason },
  momentColumn('When', ({ at }) => at),
  { header: 'Attempts', kind: 'count', value: ({ attempts }) => attempts },
  { header: 'Line', kind: 'count', value: ({ line }) => line },
  { header: 'Content', kind: 'text', value: ({ content }) => content },
];
