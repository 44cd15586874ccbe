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
  // Figures change by themselves: what a screen shows on arrival is at most this old (seconds).
  refetchOnMountOrArgChange: 30,
  endpoints: () => ({}),
});
