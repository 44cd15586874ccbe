import { createHmac } from 'node:crypto';
import { canonicalJson } from './canonical.mjs';
import { Unreadable } from './read-export.mjs';

/** The keys under which the ledger is signed (docs/RULES.md, Proof), as PROOF_KEY has them: `id:base64-of-32-bytes,…`. */
export class ProofKeys {
  /** @type {Map<string, Buffer>} */
  #keys = new Map();

  /** @param {string} [text] */
  constructor(text = '') {
    for (const entry of text.split(',').filter(Boolean)) {
      const [, id, key = ''] = /^\s*([\w-]{1,20}):([A-Za-z0-9+/]+={0,2})\s*$/.exec(entry) ?? [];
      if (id === undefined || Buffer.from(key, 'base64').length !== 32)
        throw new Unreadable(
          'PROOF_KEY needs entries of the form id:base64-of-32-bytes, separated by commas',
        );
      this.#keys.set(id, Buffer.from(key, 'base64'));
    }
  }

  /** Without a key signatures are not checked. */
  get isKnown() {
    return this.#keys.size > 0;
  }

  /**
   * @param {string | undefined} keyID @param {unknown} content @param {string | undefined} signature
   * @param {string} wrong what is wrong with it if it is not signed so
   * @returns {string | undefined} what is wrong; undefined: nothing, or it can't be checked
   */
  problemOf(keyID, content, signature, wrong) {
    if (!this.isKnown) return undefined;
    const key = this.#keys.get(String(keyID));
    if (!key) return `is signed under the key ${keyID}, which PROOF_KEY lacks`;
    const is = createHmac('sha256', key).update(canonicalJson(content)).digest('hex');
    return is === signature ? undefined : wrong;
  }
}
