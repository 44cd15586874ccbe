/** What remotes need of redux and its toolkit: there must be one copy of them (see packages/build/shared.cjs). */
export { createSelector, createSlice, type PayloadAction } from '@reduxjs/toolkit';
