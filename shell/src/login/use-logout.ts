import { mayLeave, setSession, useAppDispatch, useLogoutMutation, useNavigate } from '@partnerdesk/web';

/** Signs out, then shows the home page (docs/PRODUCT.md §4); unsaved edits are asked about first. */
export function useLogout() {
  const [logout] = useLogoutMutation();
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  return async () => {
    if (!mayLeave()) return;
    const answer = await logout();
    if (answer.error && answer.error.code !== 'not_signed_in') return;
    navigate('/');
    dispatch(setSession(null));
  };
}
