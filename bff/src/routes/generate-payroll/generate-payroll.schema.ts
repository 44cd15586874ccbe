import { MESSAGE, PAYROLL_TYPE, type PayrollType } from '@partnerdesk/contracts';
import Joi from 'joi';
import { day } from '../../middleware/validate';

export interface GeneratePayrollQuery {
  /** 0: everybody. */
  affID: number;
  endDate: string;
  payrollType: PayrollType;
}

const personMessage = (text: string) => ({
  'number.base': text,
  'number.integer': text,
  'number.min': text,
  '*': text,
});
const person = Joi.number().integer().min(0).default(0);

/** GET /generate-payroll (spec §5, §7). */
export const generatePayrollQuery = Joi.object<GeneratePayrollQuery>({
  payrollType: Joi.number()
    .valid(...Object.values(PAYROLL_TYPE))
    .default(PAYROLL_TYPE.affiliates),
  affID: Joi.when('payrollType', {
    is: PAYROLL_TYPE.operators,
    then: person.messages(personMessage(MESSAGE.enterOperatorId)),
    otherwise: person.messages(personMessage(MESSAGE.enterAffiliateId)),
  }),
  endDate: day(MESSAGE.selectPayrollEndDate).required(),
});
