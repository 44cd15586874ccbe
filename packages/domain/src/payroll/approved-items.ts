import { hash } from 'node:crypto';
import { AppError } from '@partnerdesk/contracts';
import type { PaymentFields } from '../accounts';
import { isFourEyes } from '../platform';
import { ApprovalModel } from './approval.model';

/** A row of an execution as a second person approved it. */
export interface ApprovedItem {
  personID: number;
  fingerprint?: string;
  /** accountDigest of the payment details that were shown. */
  account?: string;
}

/** Which page of which approved request an execution step pays. */
export interface ApprovedPage {
  approvalID: number;
  /** From 0. */
  page: number;
}

/** Stands for a page of rows: another person, balance or account is another hash. */
export function hashItems(items: readonly ApprovedItem[]): string {
  const lines = items.map(({ personID, fingerprint, account }) => [personID, fingerprint, account].join('|'));
  return hash('sha256', lines.join('\n'), 'base64url');
}

/** Stands for payment details as they are stored; the number is in it as it was encrypted. */
export function accountDigest(details: PaymentFields): string {
  const { paymentType, payPalUserName, achName, achAccountType, achRoutingNumber } = details;
  const fields = [paymentType, payPalUserName, achName, achAccountType, achRoutingNumber];
  const text = JSON.stringify([...fields, details.achAccountNumberEncrypted]);
  return hash('sha256', text, 'base64url').slice(0, 22);
}

/**
 * Who approved these very items; undefined where nobody has to. Part of the journal step that pays them.
 * @throws AppError conflict when they are not those that were approved, or nobody approved anything
 */
export async function approverOrThrow(
  approved: ApprovedPage | undefined,
  items: readonly ApprovedItem[],
): Promise<string | undefined> {
  if (!approved) {
    if (isFourEyes()) throw new AppError('conflict', 'A second person has to approve this first');
    return undefined;
  }
  const request = await ApprovalModel.findById(approved.approvalID).lean();
  if (request?.state !== 'approved' || request.pageHashes?.[approved.page] !== hashItems(items)) {
    throw new AppError('conflict', 'These rows are not the approved ones', undefined, {
      state: request?.state,
    });
  }
  return request.decidedBy?.emailAddress;
}
