/** What remotes need of the router: there must be one copy of it (see packages/build/shared.cjs). */
export {
  Link,
  Navigate,
  NavLink,
  useLocation,
  useNavigate,
  useParams,
  useSearchParams,
} from 'react-router-dom';
