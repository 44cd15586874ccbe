import { createApi } from '@reduxjs/toolkit/query/react';
import { baseQuery } from './base-query';

/**
 * The one client of the API. Every screen adds its own endpoints with `api.injectEndpoints`, and may add tag types
 * with `api.enhanceEndpoints({ addTagTypes })`; cache and error handling are shared.
 */
export const api = createApi({
  reducerPath: 'api',
  baseQuery,
  tagTypes: ['Account'],
  // A screen that was visited comes back at once with what was read, for this long (seconds)...
  keepUnusedDataFor: 600,
  // ...and reads again what is older than this (seconds), for figures change by themselves. What decides about money is
  // always read again before it is acted on: its query says so.
  refetchOnMountOrArgChange: 30,
  endpoints: () => ({}),
});
