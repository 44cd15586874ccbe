import { Button, CopyButton } from '@partnerdesk/web';
import { useRenewRecoveryCodesMutation } from './security.api';

interface RecoveryCodesProps {
  left: number;
  /** Just made, shown this once. */
  codes: readonly string[];
  onCodes: (codes: readonly string[]) => void;
}

/** For when the second factor is lost: each signs in once. */
export function RecoveryCodes({ left, codes, onCodes }: RecoveryCodesProps) {
  const [renew, { isLoading }] = useRenewRecoveryCodesMutation();
  const make = async () => {
    const { data } = await renew();
    // A failure has raised its alert.
    if (data) onCodes(data.recoveryCodes);
  };
  if (codes.length > 0)
    return (
      <>
        <p role="status">
          Keep these codes where only you find them. They are shown this once; each works once.
        </p>
        <ul className="sh-codes">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <CopyButton text={codes.join('\n')} what="recovery codes" />
      </>
    );
  return (
    <>
      <p>{left} of 10 left. Each signs you in once if your second factor is lost.</p>
      <Button variant="outline-primary" aria-disabled={isLoading} onClick={() => !isLoading && void make()}>
        Make new codes
      </Button>
    </>
  );
}
