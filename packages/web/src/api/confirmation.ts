import { matches, type Proof, type ProofNeeded, proofNeeded } from '@partnerdesk/contracts';
import { useSyncExternalStore } from 'react';

/** A question to the person: how they can prove themselves, and what the proof is for. */
export interface Confirmation {
  needed: ProofNeeded;
  /** Sends the proof. @throws ApiError that the dialog shows; it stays open */
  prove: (proof: Proof) => Promise<void>;
  /** Takes the question away; `proved`: it has been answered. */
  close: (proved: boolean) => void;
}

/** What people are asked; the server's own text is for programs, which have no dialog. */
export const CONFIRM_TEXT = 'Please confirm that it is you';

let current: Confirmation | undefined;
let asking: Promise<boolean> | undefined;
const listeners = new Set<() => void>();

function show(next: Confirmation | undefined): void {
  current = next;
  for (const listener of listeners) listener();
}

/**
 * Asks the person to prove who they are, in the one dialog of the shell; calls refused meanwhile wait for the answer.
 * @returns whether they did; false: they cancelled
 */
export function askForProof(needed: ProofNeeded, prove: Confirmation['prove']): Promise<boolean> {
  asking ??= new Promise<boolean>((resolve) => {
    const close = (proved: boolean) => {
      // The proof of a question that was cancelled is answered when another one may stand there.
      if (current !== question) return;
      asking = undefined;
      show(undefined);
      resolve(proved);
    };
    const question = { needed, prove, close };
    show(question);
  });
  return asking;
}

/** Takes an open question away, as if it had been cancelled: the person who was asked has gone. */
export const cancelProof = (): void => current?.close(false);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** The open question. */
export function useConfirmation(): Confirmation | undefined {
  return useSyncExternalStore(subscribe, () => current);
}

/** Whether the details of a refusal say how to prove oneself. */
export const isProofNeeded = (details: unknown): details is ProofNeeded => matches(proofNeeded, details);
