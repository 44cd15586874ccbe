/** Where LibreOffice is, undefined when it is not installed. */
export declare function findLibreOffice(): string | undefined;

/**
 * Opens a file in LibreOffice Calc, headless, which takes about 2 s.
 * @param text the file's content
 * @param extension `xls` (the default) or another that LibreOffice knows
 * @returns what each cell shows, line by line; formulas show their result
 * @throws Error when LibreOffice is missing or fails
 */
export declare function openInLibreOffice(text: string, extension?: string): Promise<string[][]>;
