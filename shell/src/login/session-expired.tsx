import {
  AlertHost,
  Button,
  setSession,
  useAppDispatch,
  useAppSelector,
  useModalDialog,
} from '@partnerdesk/web';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { LoginForm } from './login-form';

/** The session ended while a screen was open: sign in again over it, so that nothing typed on it is lost. */
export function SessionExpired() {
  const { person, expired } = useAppSelector((state) => state.session);
  return expired && person ? <LoginAgain emailAddress={person.emailAddress} /> : null;
}

function LoginAgain({ emailAddress }: { emailAddress: string }) {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const dialogRef = useModalDialog();

  useEffect(
    () => dialogRef.current?.querySelector<HTMLInputElement>('[name=Password]')?.focus(),
    [dialogRef],
  );

  const leave = () => {
    navigate('/');
    dispatch(setSession(null));
  };
  return (
    <dialog ref={dialogRef} className="pd-dialog" aria-labelledby="session-expired-title" onCancel={leave}>
      {/* What stands outside a modal dialog is neither seen nor heard. */}
      <AlertHost />
      <h2 id="session-expired-title">Please log in again</h2>
      <p>Your session has ended. What you have entered is still there.</p>
      <LoginForm emailAddress={emailAddress}>
        <Button variant="outline-primary" className="ms-2" onClick={leave}>
          Leave
        </Button>
      </LoginForm>
    </dialog>
  );
}
