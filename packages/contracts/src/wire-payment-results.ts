/** Largest file of results that is read (bytes). */
export const MAX_RESULT_FILE_BYTES = 20_000_000;
/** Lines of a preview, and refused payments, that are shown; the counts are of all. */
export const RESULT_LINES_SHOWN = 500;
