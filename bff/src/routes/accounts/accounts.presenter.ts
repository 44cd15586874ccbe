import {
  ACCOUNT_KINDS,
  ACH_ACCOUNT_TYPE_TEXT,
  type AccountFigures,
  type AccountKind,
  type AccountRecords,
  type AffiliateRecord,
  ALL_TIME,
  type ConflictChange,
  type ConflictDetails,
  dollarsOf,
  type FoundPerson,
  type MemberRecord,
  type PaidKind,
  type PaymentChanges,
  type PaymentRecord,
  type PaymentType,
  type PayoutRecord,
  type PerformancePeriod,
  type PerformanceRecords,
  type StaffRecord,
  type TaxRecord,
  USUAL_PERFORMANCE_PERIOD,
} from '@partnerdesk/contracts';
import {
  type AccountChanges,
  type AccountDocuments,
  type AccountFiguresCents,
  type Affiliate,
  type FoundAccount,
  type Member,
  type MemberPerformance,
  maskedAccountNumber,
  maskedNumber,
  NO_MEMBER_PERFORMANCE,
  NO_PERFORMANCE,
  NO_PICTURE_RATING,
  NO_STAFF_PERFORMANCE,
  nameOfAccount,
  type Performance,
  type PictureRating,
  type Staff,
  type StaffPerformance,
  waitingEmail,
} from '@partnerdesk/domain';
import { pick } from '../pick';

/** Where the money goes, the account number by its last four digits. */
function presentPayment(kind: PaidKind, id: number, account: AccountDocuments[PaidKind]): PaymentRecord {
  const { paymentType, commission, payPalUserName, achName, achAccountType, achRoutingNumber } = account;
  return {
    paymentType: paymentType as PaymentType,
    commission,
    payPalUserName,
    achName,
    achAccountType: ACH_ACCOUNT_TYPE_TEXT[achAccountType] ?? '',
    achAccountTypeID: achAccountType,
    achRoutingNumber,
    achAccountNumber: maskedAccountNumber(kind, id, account.achAccountNumberEncrypted),
  };
}

/** Own terms of payout, and what a tax form needs. */
function presentPayee(
  kind: PaidKind,
  id: number,
  account: AccountDocuments[PaidKind],
): PayoutRecord & TaxRecord {
  const { minimumPayoutCents, payoutHoldDays, city, state, taxIDType, companyName } = account;
  return {
    minimumPayout: minimumPayoutCents == null ? null : dollarsOf(minimumPayoutCents),
    payoutHoldDays: payoutHoldDays ?? null,
    city,
    state,
    taxID: maskedNumber(kind, id, 'taxID', account.taxIDEncrypted),
    taxIDType,
    companyName,
  };
}

function presentAffiliate(account: Affiliate): AffiliateRecord {
  const { affID, trackID, createdAt, version } = account;
  const newEmailAddress = waitingEmail(account);
  return {
    ...pick(account, 'affID', 'status', 'emailAddress'),
    ...(newEmailAddress !== undefined && { newEmailAddress }),
    ...pick(account, 'passcode', 'firstName', 'lastName', 'address1', 'address2', 'postalCode'),
    ...presentPayment('affiliate', affID, account),
    ...presentPayee('affiliate', affID, account),
    trackID,
    dateCreated: createdAt.toISOString(),
    version,
  };
}

function presentStaff(account: Staff): StaffRecord {
  const { staffID, createdAt, version } = account;
  return {
    ...pick(
      account,
      'staffID',
      'kellyStaffID',
      'status',
      'emailAddress',
      'passcode',
      'mobilePhone',
      'landLineTelephone',
      'firstName',
      'lastName',
      'address1',
      'address2',
      'postalCode',
      'maxProfiles',
    ),
    ...presentPayment('staff', staffID, account),
    ...presentPayee('staff', staffID, account),
    dateCreated: createdAt.toISOString(),
    version,
  };
}

function presentMember(account: Member): MemberRecord {
  const { memberID, status, username, emailAddress, emailAddressVerified, payPalID, credits, version } =
    account;
  return { memberID, status, username, emailAddress, emailAddressVerified, payPalID, credits, version };
}

const PRESENTERS: { [Kind in AccountKind]: (account: AccountDocuments[Kind]) => AccountRecords[Kind] } = {
  affiliate: presentAffiliate,
  staff: presentStaff,
  member: presentMember,
};

/** A record as the office reads and edits it (docs/PRODUCT.md §3). */
export function presentAccount<Kind extends AccountKind>(
  kind: Kind,
  account: AccountDocuments[Kind],
): AccountRecords[Kind] {
  return PRESENTERS[kind](account);
}

/** A period as a search of any kind may ask for it. */
export type ShownPeriod = PerformancePeriod | typeof ALL_TIME;

const PERFORMANCES: {
  [Kind in AccountKind]: (account: object, period: PerformancePeriod) => PerformanceRecords[Kind];
} = {
  affiliate: (account, period) => {
    const { performance = NO_PERFORMANCE } = account as { performance?: Performance };
    const { balanceCents, lastSaleDay, dailyCents } = performance;
    const { clicks, joins, salesCount, salesCents, payoutCents, epcCents } = performance[period];
    return {
      clicks,
      joins,
      salesCount,
      sales: dollarsOf(salesCents),
      earned: dollarsOf(payoutCents),
      epc: clicks > 0 ? Math.round(epcCents * 100) / 10_000 : null,
      balance: dollarsOf(balanceCents),
      ...(lastSaleDay && { lastSale: lastSaleDay }),
      daily: dailyCents.map(dollarsOf),
    };
  },
  staff: (account, period) => {
    const { performance = NO_STAFF_PERFORMANCE, pictureRating = NO_PICTURE_RATING } = account as {
      performance?: StaffPerformance;
      pictureRating?: PictureRating;
    };
    const { balanceCents, lastSaleDay } = performance;
    const { salesCount, earnedCents } = performance[period];
    const { approved, judged } = pictureRating;
    return {
      salesCount,
      earned: dollarsOf(earnedCents),
      balance: dollarsOf(balanceCents),
      ...(lastSaleDay && { lastSale: lastSaleDay }),
      pictures: { approved, judged },
    };
  },
  member: (account) => {
    const { performance = NO_MEMBER_PERFORMANCE } = account as { performance?: MemberPerformance };
    const { salesCount, salesCents, lastSaleDay } = performance;
    return { salesCount, value: dollarsOf(salesCents), ...(lastSaleDay && { lastSale: lastSaleDay }) };
  },
};

/** How somebody of a kind performs, in dollars; of members whatever the period. */
export function presentPerformance<Kind extends AccountKind>(
  kind: Kind,
  account: object,
  period: ShownPeriod,
): PerformanceRecords[Kind] {
  return PERFORMANCES[kind](account, period === ALL_TIME ? USUAL_PERFORMANCE_PERIOD : period);
}

/** What differs between a refused save and the record as it is now; the text of the select follows its id. */
export function presentConflict<Kind extends AccountKind>(
  kind: Kind,
  sent: object,
  account: AccountDocuments[Kind],
): ConflictDetails<AccountRecords[Kind]> {
  const current = presentAccount(kind, account);
  const sentValues = sent as Record<string, unknown>;
  const changes = Object.entries(current).flatMap(([field, value]): ConflictChange[] => {
    if (field === 'version' || field === 'achAccountType' || !(field in sentValues)) return [];
    return sentValues[field] === value ? [] : [{ field, sent: sentValues[field], current: value }];
  });
  return { current, changes };
}

/** A hit of the box that finds anyone. */
export function presentFound({ kind, account }: FoundAccount): FoundPerson {
  const { emailAddress, status } = account;
  const id = Number(Reflect.get(account, ACCOUNT_KINDS[kind].id));
  return { kind, id, name: nameOfAccount(account), emailAddress, status };
}

/** Figures beside a record, in dollars. */
export function presentFigures({
  balanceCents,
  payouts,
  months,
  affID,
}: AccountFiguresCents): AccountFigures {
  return {
    ...(balanceCents !== undefined && { balance: dollarsOf(balanceCents) }),
    payouts: payouts.map(({ _id, startPeriod, endPeriod, amountCents, createdAt }) => ({
      payrollID: _id,
      startPeriod,
      endPeriod,
      amount: dollarsOf(amountCents),
      dateCreated: createdAt.toISOString(),
    })),
    months: months.map(({ month, salesCents, earningsCents }) => ({
      month,
      ...(salesCents !== undefined && { sales: dollarsOf(salesCents) }),
      earnings: dollarsOf(earningsCents),
    })),
    ...(affID !== undefined && { affID }),
  };
}

/** How payment details changed, newest first, and who has the same. */
export function presentChanges({ changes, shared, heldUntil }: AccountChanges): PaymentChanges {
  return {
    changes: changes.map(({ at, origin, by, before, after }) => ({
      at: at.toISOString(),
      origin,
      by,
      ...(before && { before }),
      after,
    })),
    shared,
    ...(heldUntil && { heldUntil }),
  };
}
