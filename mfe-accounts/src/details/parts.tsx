import { type AccountKind, type AffiliateRecord, isPaidKind, isPicturedKind } from '@partnerdesk/contracts';
import type { AccountRecord } from '../accounts.api';
import type { KindDef } from '../kinds/kind-definition';
import { ChangesPanel } from '../panels/changes-panel';
import { FiguresPanel } from '../panels/figures-panel';
import { HistoryPanel } from '../panels/history-panel';
import { PaymentsPanel } from '../panels/payments-panel';
import { PersonalDataPanel } from '../panels/personal-data-panel';
import { PicturesPanel } from '../panels/pictures-panel';
import { SignalsPanel } from '../panels/signals-panel';
import { TermsPanel } from '../terms/terms-panel';
import { Section } from './section';

interface PartDef {
  /** In the address. */
  key: string;
  title: string;
}

const part = (title: string): PartDef => ({ key: title.toLowerCase(), title });
const [overview, info, terms, payments, pictures, history] = [
  part('Overview'),
  part('Info'),
  part('Terms'),
  part('Payments'),
  part('Pictures'),
  part('History'),
];

/** What the details of each kind are made of; a section is a part by its title. */
export const PARTS: Record<AccountKind, readonly PartDef[]> = {
  affiliate: [overview, info, terms, part('PayPal'), part('ACH'), payments, history],
  staff: [overview, info, part('PayPal'), part('ACH'), payments, pictures, history],
  member: [overview, info, pictures, history],
};

/** The part that an address asks for; the first one for any other text. */
export function partOf(kind: AccountKind, asked: string | undefined): string {
  return PARTS[kind].find(({ key }) => key === asked)?.key ?? overview.key;
}

interface PartProps {
  part: string;
  kind: KindDef;
  id: number;
  record: AccountRecord;
  /** The record as the server has it now. */
  onRecord: (record: AccountRecord) => void;
}

/** One part of the details. */
export function Part({ part: key, kind, id, record, onRecord }: PartProps) {
  const section = kind.sections.find(({ title }) => title.toLowerCase() === key);
  if (section) return <Section kind={kind} id={id} section={section} record={record} onRecord={onRecord} />;
  switch (key) {
    case payments.key:
      return (
        isPaidKind(kind.kind) && (
          <>
            <PaymentsPanel kind={kind.kind} id={id} />
            <ChangesPanel kind={kind.kind} id={id} />
          </>
        )
      );
    case terms.key:
      return <TermsPanel record={record as AffiliateRecord} onRecord={onRecord} />;
    case pictures.key:
      return isPicturedKind(kind.kind) && <PicturesPanel kind={kind.kind} id={id} />;
    case history.key:
      return <HistoryPanel kind={kind} id={id} />;
    default:
      return (
        <>
          <FiguresPanel kind={kind.kind} id={id} />
          {kind.kind === 'affiliate' && <SignalsPanel affID={id} />}
          <PersonalDataPanel kind={kind.kind} id={id} onRecord={onRecord} />
        </>
      );
  }
}
