import { type HiddenNumber, PAID_KINDS, type PaidKind } from '@partnerdesk/contracts';
import mongoose, { type Schema } from 'mongoose';
import { ACCOUNT_KIND_INFO, identityContext, KeptIdentityModel, numberContext } from '../accounts';
import { PayrollModel, type PayrollRecord, payrollNumberContext } from '../payroll';
import { type AnyModel, mailContext } from '../platform';
import { postbackContext } from '../promotion';

type Document = Record<string, unknown>;

export interface EncryptedField {
  model: AnyModel;
  /** Its path; ends in `Encrypted`. */
  field: string;
  /** What a document is read by beside the field, for `contextOf`. */
  needs: readonly string[];
  contextOf: (document: Document) => string;
}

/** How the ciphertexts of a collection are bound to where they are stored. */
type Contexts = Pick<EncryptedField, 'needs'> & { of: (document: Document, field: string) => string };

const numbersOf = (kind: PaidKind, idField: string): Contexts => ({
  needs: [idField],
  of: (document, field) =>
    field.startsWith('secondFactor.')
      ? `${kind}:${document[idField]}:totp`
      : numberContext(kind, Number(document[idField]), field.replace(/Encrypted$/, '') as HiddenNumber),
});

const CONTEXTS: Record<string, Contexts> = {
  ...Object.fromEntries(
    PAID_KINDS.map((kind) => {
      const { model, idField } = ACCOUNT_KIND_INFO[kind];
      return [model.collection.collectionName, numbersOf(kind, idField)];
    }),
  ),
  administrators: { needs: ['adminID'], of: ({ adminID }) => `administrator:${adminID}:totp` },
  mails: { needs: [], of: ({ _id }) => mailContext(String(_id)) },
  keptIdentities: { needs: [], of: ({ _id }) => identityContext(String(_id)) },
  postbacks: { needs: [], of: ({ _id }) => postbackContext(Number(_id)) },
  payrolls: {
    needs: ['kind', 'personID', 'achAccountNumberSha256'],
    of: (document) => payrollNumberContext(document as unknown as PayrollRecord),
  },
};

/** The paths of a schema, those of the documents in it included. */
function pathsOf(schema: Schema): string[] {
  return Object.entries(schema.paths).flatMap(([path, type]) => {
    const inner = type.instance === 'Embedded' && (type as { schema?: Schema }).schema;
    return inner ? pathsOf(inner).map((each) => `${path}.${each}`) : [path];
  });
}

/**
 * Every encrypted field: all paths that end in `Encrypted`, and those of models whose schemas list none.
 * @throws Error for a field whose collection has no context here, so that none is forgotten
 */
export function encryptedFields(): EncryptedField[] {
  const found: [AnyModel, string][] = [
    [PayrollModel, 'achAccountNumberEncrypted'],
    [KeptIdentityModel, 'identityEncrypted'],
  ];
  for (const model of Object.values(mongoose.models)) {
    for (const path of pathsOf(model.schema)) {
      if (path.endsWith('Encrypted')) found.push([model, path]);
    }
  }
  return found.map(([model, field]) => {
    const contexts = CONTEXTS[model.collection.collectionName];
    if (!contexts) throw new Error(`${model.modelName}.${field} is encrypted, but has no context`);
    return { model, field, needs: contexts.needs, contextOf: (document) => contexts.of(document, field) };
  });
}
