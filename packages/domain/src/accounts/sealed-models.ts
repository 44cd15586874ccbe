import type { AnyModel } from '../platform';
import { AdministratorModel } from './administrator.model';
import { AffiliateModel } from './affiliate.model';
import { MemberModel } from './member.model';
import type { SealedKind } from './seals';
import { StaffModel } from './staff.model';
import { CommissionGroupModel } from './terms/commission-group.model';

/** Where records with seals are stored, and by what field they are named. */
export const SEALED_MODELS: Record<SealedKind, { model: AnyModel; idField: string }> = {
  affiliate: { model: AffiliateModel, idField: 'affID' },
  staff: { model: StaffModel, idField: 'staffID' },
  member: { model: MemberModel, idField: 'memberID' },
  administrator: { model: AdministratorModel, idField: 'adminID' },
  commissionGroup: { model: CommissionGroupModel, idField: '_id' },
};
