import type { AnyModel } from '../platform';
import { ACCOUNT_KIND_INFO } from './account-kinds';
import type { SealedKind } from './seals';
import { SIGN_IN_ACCOUNTS } from './sign-in-accounts';
import { CommissionGroupModel } from './terms/commission-group.model';

export const SEALED_MODELS: Record<SealedKind, { model: AnyModel; idField: string }> = {
  ...ACCOUNT_KIND_INFO,
  administrator: SIGN_IN_ACCOUNTS.administrator,
  commissionGroup: { model: CommissionGroupModel, idField: '_id' },
};
