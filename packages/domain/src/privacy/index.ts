/** Everything that is kept of one person, to be exported or erased, and the keys that it is encrypted with. */
export * from './erase-person';
export * from './expire-photo-ids';
export * from './export-person';
export * from './rotate-keys';
