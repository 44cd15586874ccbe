import { StartError } from '@partnerdesk/node';
import { useTestDatabase } from '@partnerdesk/testing';
import { FormatModel, type Migration, migrate } from './migrate';

useTestDatabase();
beforeEach(() => FormatModel.deleteMany({}));

/** Migrations that note each step; `during` is called within the second one. */
function noting(during: () => unknown = () => {}) {
  const steps: string[] = [];
  const migrations: Migration[] = [
    { name: 'first', run: async () => void steps.push('first') },
    {
      name: 'second',
      run: async (keep) => {
        steps.push('begun');
        await during();
        await keep();
        steps.push('done');
      },
    },
  ];
  return { steps, migrations };
}

const format = () => FormatModel.findById('format').lean();

test('each runs once and in order, however many processes start at once', async () => {
  const { steps, migrations } = noting();
  await Promise.all(Array.from({ length: 5 }, () => migrate({ migrations })));
  await migrate({ migrations });
  expect(steps).toEqual(['first', 'begun', 'done']);
  expect(await format()).toMatchObject({ version: 2 });
  expect(await format()).not.toHaveProperty('holder');
});

test('one that was cut off is gone on with, and those before it are not repeated', async () => {
  let deaths = 1;
  const { steps, migrations } = noting(() => {
    if (deaths-- > 0) throw new Error('died here');
  });
  await expect(migrate({ migrations })).rejects.toThrow('died here');
  expect(await format()).toMatchObject({ version: 1, holder: expect.any(String) });
  await migrate({ migrations, deadMs: 10 });
  expect(steps).toEqual(['first', 'begun', 'begun', 'done']);
});

test('a process that was paused for too long takes no further step', async () => {
  const other = noting();
  const { steps, migrations } = noting(() => migrate({ migrations: other.migrations, deadMs: 10 }));
  await expect(migrate({ migrations })).rejects.toThrow('another process has taken over');
  expect([steps, other.steps]).toEqual([
    ['first', 'begun'],
    ['begun', 'done'],
  ]);
  expect(await format()).toMatchObject({ version: 2 });
});

test('data of a newer version is left alone', async () => {
  const { migrations } = noting();
  await migrate({ migrations });
  const older = migrate({ migrations: migrations.slice(0, 1) });
  await expect(older).rejects.toThrow(StartError);
  await expect(older).rejects.toThrow('The data has format 2, and this version knows formats up to 1');
});
