import type Joi from 'joi';
import type { Step } from '../context';

/** What the documents say of a call besides what its other steps check. */
export interface Documentation {
  /** What it answers, in a line. */
  summary: string;
  answer: Joi.AnySchema;
}

const documentations = new WeakMap<Step, Documentation>();

/** A step that does nothing but say what a call answers. */
export function answers(summary: string, answer: Joi.AnySchema): Step {
  const step: Step = (_, next) => next();
  documentations.set(step, { summary, answer });
  return step;
}

/** What a step says that its call answers; undefined for other steps. */
export const documentationOf = (step: Step): Documentation | undefined => documentations.get(step);
