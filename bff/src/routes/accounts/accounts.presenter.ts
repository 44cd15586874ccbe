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
  type PaymentType,
  type PerformancePeriod,
  type PerformanceRecords,
  type StaffRecord,
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

/** What is said alike of those who are paid; the numbers that are encrypted by their last four digits. */
function presentPayee(kind: PaidKind, id: number, account: AccountDocuments[PaidKind]) {
  const { achAccountType, paymentType, minimumPayoutCents, payoutHoldDays } = account;
  return {
    ...pick(account, 'status', 'emailAddress', 'passcode', 'firstName', 'lastName', 'address1', 'address2'),
    ...pick(account, 'postalCode', 'commission', 'payPalUserName', 'achName', 'achRoutingNumber'),
    paymentType: paymentType as PaymentType,
    achAccountType: ACH_ACCOUNT_TYPE_TEXT[achAccountType] ?? '',
    achAccountTypeID: achAccountType,
    achAccountNumber: maskedNumber(kind, id, 'achAccountNumber', account.achAccountNumberEncrypted),
    minimumPayout: minimumPayoutCents == null ? null : dollarsOf(minimumPayoutCents),
    payoutHoldDays: payoutHoldDays ?? null,
    ...pick(account, 'city', 'state', 'taxIDType', 'companyName', 'version'),
    taxID: maskedNumber(kind, id, 'taxID', account.taxIDEncrypted),
    dateCreated: account.createdAt.toISOString(),
  };
}

function presentAffiliate(account: Affiliate): AffiliateRecord {
  const { affID, trackID } = account;
  const newEmailAddress = waitingEmail(account);
  return {
    affID,
    ...presentPayee('affiliate', affID, account),
    ...(newEmailAddress !== undefined && { newEmailAddress }),
    trackID,
  };
}

const presentStaff = (account: Staff): StaffRecord => ({
  ...pick(account, 'staffID', 'kellyStaffID', 'mobilePhone', 'landLineTelephone', 'maxProfiles'),
  ...presentPayee('staff', account.staffID, account),
});

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

export function presentAccount<Kind extends AccountKind>(
  kind: Kind,
  account: AccountDocuments[Kind],
): AccountRecords[Kind] {
  return PRESENTERS[kind](account);
}

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

export function presentFound({ kind, account }: FoundAccount): FoundPerson {
  const { emailAddress, status } = account;
  const id = Number(Reflect.get(account, ACCOUNT_KINDS[kind].id));
  return { kind, id, name: nameOfAccount(account), emailAddress, status };
}

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
