import type { FetchArgs } from '@reduxjs/toolkit/query';

const DOWNLOAD_TIMEOUT_MS = 600_000;

/** A call that answers a file. Its result is the file's object URL, since the store holds plain data: `saveUrl` saves it. */
export const asFile = {
  timeout: DOWNLOAD_TIMEOUT_MS,
  responseHandler: async (response) =>
    response.ok ? URL.createObjectURL(await response.blob()) : response.json(),
} satisfies Partial<FetchArgs>;
