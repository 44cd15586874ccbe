import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv, withEnvFile } from './env-file.mjs';

test('reads comments, blanks, quotes, export, Windows line ends and values that hold equals signs', () => {
  const text =
    '\uFEFF# a comment\r\n\r\nA=1\r\n export B = "two words" # why\nC=\'#3\'\nD=a=b==\nE=x # note\nF=\nG= # only a note';
  expect(parseEnv(text)).toEqual({ A: '1', B: 'two words', C: '#3', D: 'a=b==', E: 'x', F: '', G: '' });
});

test.each(['PORT 8080', '=8080', '8PORT=1', 'KEY="open', 'words', '- A=1'])(
  'names the line that is broken: %s',
  (line) => {
    expect(() => parseEnv(`OK=1\n${line}\n`)).toThrow(
      '.env, line 2, is not NAME=value: mend or remove that line.',
    );
  },
);

test('a broken line is not shown: it may hold a secret', () => {
  expect(() => parseEnv('SECRET: hunter2')).toThrow(
    expect.not.objectContaining({ message: expect.stringContaining('hunter2') }),
  );
});

test('what is set already wins over the file, and no file is no trouble', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'env-')), '.env');
  expect(withEnvFile(file, { A: '1' })).toEqual({ A: '1' });
  writeFileSync(file, 'A=2\nB=3\n');
  expect(withEnvFile(file, { A: '1' })).toEqual({ A: '1', B: '3' });
});
