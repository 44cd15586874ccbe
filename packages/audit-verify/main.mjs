import { auditVerify } from './audit-verify.mjs';

process.exitCode = await auditVerify(process.argv.slice(2), console, process.env);
