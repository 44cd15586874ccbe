import Joi from 'joi';

const text = () => Joi.string().max(2000).allow('');

/** A report as `report-uri` has it sent. */
const older = Joi.object({
  'csp-report': Joi.object({
    'effective-directive': text(),
    'violated-directive': text(),
    'blocked-uri': text(),
    'document-uri': text(),
  })
    .unknown()
    .required(),
}).unknown();

/** Reports as `report-to` has them sent. */
const newer = Joi.array()
  .items(
    Joi.object({
      body: Joi.object({ effectiveDirective: text(), blockedURL: text(), documentURL: text() })
        .unknown()
        .required(),
    }).unknown(),
  )
  .max(20);

export const cspReportBody = Joi.alternatives().conditional(Joi.array(), { then: newer, otherwise: older });
