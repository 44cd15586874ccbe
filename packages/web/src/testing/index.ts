import '@testing-library/jest-dom';

export * from './any-answer';
export * from './expect-accessible';
export * from './fake-api';
export * from './fake-event-source';
export * from './part-of-remote';
export * from './people';
export * from './render-app';
