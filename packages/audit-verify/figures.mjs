/** @typedef {import('./canonical.mjs').Document} Document */

/** round(amount × commission / 100), half away from zero. @param {number} amountCents @param {number} commission */
export function payoutOf(amountCents, commission) {
  const cents = Math.floor((Math.abs(amountCents) * Math.round(commission * 100) + 5000) / 10_000);
  return amountCents < 0 ? 0 - cents : cents;
}

/** The key of a source total. @param {Document} source */
export const sourceKeyOf = ({ affID, tid, lp }) => [affID, tid, lp].map(encodeURIComponent).join('|');

/** @param {string} day yyyy-mm-dd @param {number} days before it where negative */
export const daysAfter = (day, days) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/** The business day of an instant, in a zone. @param {string} timeZone */
export function daysIn(timeZone) {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  /** @type {Map<number, string>} */
  const known = new Map();
  return (/** @type {string} */ at) => {
    const quarterHour = Math.floor(Date.parse(at) / 900_000);
    let day = known.get(quarterHour);
    if (day === undefined) {
      day = format.format(Date.parse(at));
      known.set(quarterHour, day);
    }
    return day;
  };
}

/**
 * What an event counts as, for the site and for which member of staff, and what of it earns a payout (docs/RULES.md,
 * Events). @param {string} type @param {Document} body
 * @returns {{ site: Record<string, number>, staff?: Record<string, number>, earns?: number }}
 */
export function countEvent(type, body) {
  const { amountCents } = body;
  /** @param {Record<string, number>} figures @param {number} [earns] */
  const both = (figures, earns) => ({ site: figures, staff: figures, ...(earns !== undefined && { earns }) });
  switch (type) {
    case 'member.joined':
      return { site: { newMembersCount: 1 } };
    case 'sale':
      return { site: { salesCount: 1, salesCents: amountCents } };
    case 'refund':
      return { site: { refundsCount: 1, refundsCents: amountCents } };
    case 'notification': {
      const to = body.to === 'member' ? 'Member' : 'Staff';
      const figures = { [`${body.channel}NotificationsSentTo${to}`]: 1 };
      return to === 'Member' ? { site: figures } : both(figures);
    }
    case 'message':
      if (body.from === 'member') return both({ singleMessagesSentByMembers: 1 });
      if (amountCents > 0)
        return both({ singleMessagesSentByStaff: 1, singleMessagesSentByStaffPaid: 1 }, amountCents);
      return both({ singleMessagesSentByStaff: 1 });
    case 'sexting':
      if (body.state === 'requested') return both({ sextingPackageRequests: 1 });
      if (body.state === 'missed') return both({ sextingPackagesMissed: 1 });
      return both({ sextingPackagesConfirmed: 1, sextingPackageSaleCents: amountCents }, amountCents);
    case 'call': {
      const { state, missedBy, minutes: phoneCallMinutes } = body;
      if (state === 'completed')
        return both(
          { phoneCallSalesCount: 1, phoneCallSalesCents: amountCents, phoneCallMinutes },
          amountCents,
        );
      return missedBy === 'staff' ? both({ missedCalls: 1 }) : { site: { missedCallsMembers: 1 } };
    }
    case 'tip':
      return both({ tipsCount: 1, tipsCents: amountCents }, amountCents);
    default:
      throw new Error(`an event of the unknown type ${type}`);
  }
}
