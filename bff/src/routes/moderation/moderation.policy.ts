import { mustHave } from '../../middleware/policy';

/** Everything that shows or judges pictures, profiles and applications. */
export const mayModerate = mustHave('moderation');
