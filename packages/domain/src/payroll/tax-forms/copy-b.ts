import { dollarsOf, escapeHtml, formatUsd } from '@partnerdesk/contracts';
import type { TaxPayer } from '@partnerdesk/node';
import { isCompany, type NecForm, necName } from './nec-forms';

/** The one style sheet in the document: the policy that it is served with allows this one. */
export const COPY_B_STYLE = `
body{font:11pt/1.3 Arial,sans-serif;margin:0;color:#000;background:#fff;overflow-wrap:anywhere}
.form{max-width:7.5in;margin:0 auto;padding:.4in 0;break-after:page}
.form:last-child{break-after:auto}
h1{font-size:14pt;margin:0}
.head{display:flex;justify-content:space-between;align-items:end;border-bottom:2px solid #000;padding-bottom:4px}
.grid{display:grid;grid-template-columns:1fr 1fr;border-left:1px solid #000}
.box{border:solid #000;border-width:0 1px 1px 0;padding:4px 6px;min-height:.5in}
.box b{display:block;font-size:8pt;font-weight:normal}
.draft{font-size:14pt;font-weight:bold;border:2px solid #000;padding:4px 6px;margin:8px 0 0}
.note{font-size:9pt;margin:8px 0 0}
@media screen{body{padding:0 16px}}
@media screen and (max-width:600px){.head,.grid{display:block}}
`;

/** The last four digits, in the form that the IRS allows on a recipient's copy (26 CFR 301.6109-4). */
const truncated = ({ payee, taxID }: NecForm) =>
  `${isCompany(payee) ? 'XX-XXX' : 'XXX-XX-'}${taxID.slice(-4)}`;

const box = (label: string, lines: readonly string[]) =>
  `<div class="box"><b>${label}</b>${lines.filter(Boolean).map(escapeHtml).join('<br>')}</div>`;

type Address = Pick<NecForm['payee'], 'address1' | 'address2' | 'city' | 'state' | 'postalCode'>;
const addressLines = ({ address1, address2, city, state, postalCode }: Address) => [
  address1,
  address2,
  `${city}, ${state} ${postalCode}`,
];

function formHtml(year: number, payer: TaxPayer, form: NecForm, draft: boolean): string {
  const { payee, cents } = form;
  const ein = `${payer.ein.slice(0, 2)}-${payer.ein.slice(2)}`;
  return `<section class="form">
<div class="head"><h1>Form 1099-NEC: Nonemployee Compensation</h1><div>OMB No. 1545-0116<br>For calendar year ${year}</div></div>
<div class="grid">
${box('PAYER’S name, address and telephone no.', [payer.name, ...addressLines(payer), payer.phone.replace(/(\d{3})(\d{3})(\d{4})/, '$1-$2-$3')])}
${box('1 Nonemployee compensation', [formatUsd(dollarsOf(cents))])}
${box('PAYER’S TIN', [ein])}
${box('RECIPIENT’S TIN', [truncated(form)])}
${box('RECIPIENT’S name and address', [necName(payee), ...addressLines(payee)])}
${box('2 Payer made direct sales totaling $5,000 or more of consumer products to recipient for resale', ['No'])}
${box('Account number', [`${payee.kind}-${payee.personID}`])}
${box('4 Federal income tax withheld', [formatUsd(0)])}
</div>
${draft ? `<p class="draft">Draft: ${year} is not over. Not to be handed out.</p>` : ''}
<p class="note"><strong>Copy B. For Recipient.</strong> This is important tax information and is being furnished to the
IRS. If you are required to file a return, a negligence penalty or other sanction may be imposed on you if this income
is taxable and the IRS determines that it has not been reported.</p>
<p class="note">Box 1 shows what you were paid as someone who is not an employee. It is usually reported on Schedule C
(Form 1040), and self-employment tax is computed on Schedule SE. For your protection your taxpayer identification number
shows its last four digits only; the IRS has all of it. See www.irs.gov/Form1099NEC.</p>
</section>`;
}

/**
 * Copy B of each form as one document to print, a page for each payee. Tax ids show their last four digits.
 * @param draft says on each that the year is not over
 * @returns HTML without scripts and outside references
 */
export function copiesB(
  year: number,
  payer: TaxPayer,
  forms: readonly NecForm[],
  { draft }: { draft: boolean },
): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Form 1099-NEC, ${year}, Copy B</title><style>${COPY_B_STYLE}</style></head>
<body>
${forms.map((form) => formHtml(year, payer, form, draft)).join('\n')}
</body>
</html>
`;
}
