import { fireEvent, screen } from '@testing-library/react';
import { renderApp } from '../testing';
import { Link } from './router';

const show = (link: React.ReactNode) => renderApp(link, { path: '/faq' });
const link = () => screen.getByRole('link');

it('leads to a screen, with its query, in this page', async () => {
  const { user, place } = show(<Link to="/affiliates?type=1&q=2">Affiliate</Link>);
  expect(link()).toHaveAttribute('href', '/affiliates?type=1&q=2');
  await user.click(link());
  expect(place.path).toBe('/affiliates?type=1&q=2');
});

it.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { button: 1 }])(
  'leaves %j to the browser',
  (how) => {
    const { place } = show(<Link to="/contact">Contact</Link>);
    // False: somebody has prevented what the browser does.
    expect(fireEvent.click(link(), how)).toBe(true);
    expect(place.path).toBe('/faq');
  },
);

it('leaves another window to the browser', () => {
  const { place } = show(
    <Link to="/contact" target="_blank">
      Contact
    </Link>,
  );
  expect(fireEvent.click(link())).toBe(true);
  expect(place.path).toBe('/faq');
});

it('stays where it is when its own click handler prevents the rest', () => {
  const { place } = show(
    <Link to="/contact" onClick={(event) => event.preventDefault()}>
      Contact
    </Link>,
  );
  fireEvent.click(link());
  expect(place.path).toBe('/faq');
});
