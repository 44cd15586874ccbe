import type { Permission } from '@partnerdesk/contracts';

/** A chapter of a guide: an anchor of its own, so that other texts can point to it. */
export interface Chapter {
  id: string;
  title: string;
  /** What it is for, in a sentence or two. */
  text: string;
  /** What is done, in its order. */
  steps: readonly string[];
  /** The screens that it is about. */
  screens: readonly { label: string; path: string }[];
  picture?: { address: string; alt: string };
  /** For those who have one of them; without any for everybody. */
  permissions?: readonly Permission[];
}

/** What a person reads under Help. */
export interface Guide {
  title: string;
  lead: string;
  chapters: readonly Chapter[];
}
