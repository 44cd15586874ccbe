/** What shell and remotes need of the router: there must be one copy of it (see packages/build/shared.cjs). */
export {
  BrowserRouter,
  Navigate,
  useLocation,
  useNavigate,
  useNavigationType,
} from 'react-router-dom';
export { useSearchParams } from './use-search-params';
