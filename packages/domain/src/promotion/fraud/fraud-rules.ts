import { FRAUD_RULES, type FraudRule } from '@partnerdesk/contracts';
import { domainConfig } from '../../platform';

/** Where the settings name none (docs/RULES.md, Fraud signals); 0: the rule has none. */
const DEFAULTS: Record<FraudRule, number> = {
  'own-sign-ups': 1,
  'click-burst': 200,
  'join-burst': 30,
  'refund-rate': 3,
  'shared-account': 0,
  'disposable-mail': 0,
};

/** Of a list such as `click-burst:500`, `refund-rate`. @throws Error for an unknown rule or a threshold that is no number above 0 */
export function readFraudRules(list: readonly string[]): ReadonlyMap<FraudRule, number> {
  return new Map(
    list.map((text) => {
      const [name = '', number] = text.split(':');
      const rule = FRAUD_RULES.find((each) => each === name);
      if (!rule) throw new Error(`FRAUD_RULES has no rule ${name}`);
      const threshold = number === undefined ? DEFAULTS[rule] : Number(number);
      if (number !== undefined && !(threshold > 0)) throw new Error(`FRAUD_RULES: ${text} is no threshold`);
      return [rule, threshold];
    }),
  );
}

/** undefined while the rule is switched off. */
export function fraudThreshold(rule: FraudRule): number | undefined {
  return readFraudRules(domainConfig().fraudRules ?? FRAUD_RULES).get(rule);
}
