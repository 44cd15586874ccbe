import { render, screen } from '@testing-library/react';
import { Grid } from './grid';

const params = { page: 1, columns: [], compact: false };
const nothing = () => undefined;
let measure: () => void = nothing;

/** A browser that says when something changes its size. */
class Observer {
  constructor(callback: () => void) {
    measure = callback;
  }
  observe = nothing;
  disconnect = nothing;
}
beforeEach(() => Object.assign(window, { ResizeObserver: Observer }));
afterEach(() => Reflect.deleteProperty(window, 'ResizeObserver'));

function widthsOf(frame: HTMLElement, inside: number, table: number): void {
  Object.defineProperty(frame, 'clientWidth', { value: inside, configurable: true });
  Object.defineProperty(frame.querySelector('table'), 'offsetWidth', { value: table, configurable: true });
  measure();
}

it('knows whether its table fits, whose head then stays in view', () => {
  render(
    <Grid
      caption="Pay files"
      head="Newest first"
      columns={[{ header: 'File', cell: (row: number) => row }]}
      rows={[1]}
      rowKey={(row) => row}
      empty="None"
      params={params}
      onShow={nothing}
      onPage={nothing}
    />,
  );
  const frame = screen.getByRole('region', { name: 'Pay files' });
  widthsOf(frame, 900, 900);
  expect(frame.hasAttribute('data-fits')).toBe(true);
  widthsOf(frame, 900, 901);
  expect(frame.hasAttribute('data-fits')).toBe(false);
});
