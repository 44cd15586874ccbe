import { AlertHost, Button, setSession, useAppDispatch, useModalDialog, useNavigate } from '@partnerdesk/web';
import { useEffect } from 'react';
import { LoginForm } from './login-form';

/** Asks the same person to sign in again, over the screen. */
export function LoginAgain({ emailAddress }: { emailAddress: string }) {
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
      <AlertHost inDialog />
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
