import type { Configuration, SessionInfo } from '@partnerdesk/contracts';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter, useLocation, useNavigate } from 'react-router-dom';
import { AlertHost } from '../alerts/alert-host';
import { ConfirmationHost } from '../confirmation/confirmation-host';
import { setConfiguration } from '../store/configuration.slice';
import { createAppStore } from '../store/create-app-store';
import { setSession } from '../store/session.slice';
import { type FakeRoutes, fakeApi } from './fake-api';
import { aConfiguration } from './people';

interface RenderAppOptions {
  /** Who is signed in; a visitor if missing. */
  person?: SessionInfo | null;
  configuration?: Partial<Configuration>;
  /** The address that the screen is asked for by. */
  path?: string;
  /** What the server answers. */
  api?: FakeRoutes;
}

/** Renders a screen as the app does: store, router, alerts, a signed-in person. */
export function renderApp(screen: ReactNode, options: RenderAppOptions = {}) {
  const { person = null, configuration, path = '/', api = {} } = options;
  localStorage.clear();
  const calls = fakeApi(api);
  const store = createAppStore();
  store.dispatch(setConfiguration(aConfiguration(configuration)));
  store.dispatch(setSession(person));
  const place = { path, go: (_to: number | string) => {} };
  const whole = (shown: ReactNode) => (
    <Provider store={store}>
      <MemoryRouter initialEntries={[path]}>
        <PlaceKeeper place={place} />
        <AlertHost />
        {shown}
        <ConfirmationHost />
      </MemoryRouter>
    </Provider>
  );
  const view = render(whole(screen));
  /** Shows something else in its place, with the same store. */
  const show = (next: ReactNode) => view.rerender(whole(next));
  return { ...view, show, store, calls, place, user: userEvent.setup() };
}

/** Shows the test where the app has gone; `go(-1)` is the browser's back, `go('/faq')` follows a link. */
function PlaceKeeper({ place }: { place: { path: string; go: (to: number | string) => void } }) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  place.go = (to) => (typeof to === 'number' ? navigate(to) : navigate(to));
  place.path = pathname + search;
  return null;
}
