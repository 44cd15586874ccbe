// Jest's globals by their file, which may be missing: `npm start` compiles without what only tests need.
import '../../node_modules/@types/jest/index';
