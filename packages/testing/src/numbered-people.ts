import { importPeople } from '@partnerdesk/domain';

interface NamedPayee {
  firstName: string;
  lastName: string;
  commission: number;
  emailAddress?: string;
}

const affiliate = ({ emailAddress, ...person }: NamedPayee, index: number) => ({
  affID: index + 1,
  trackID: `T${index + 1}`,
  emailAddress: emailAddress ?? `aff${index + 1}@example.com`,
  ...person,
});

/** Adds affiliates 1… (with the track ids T1…) and staff 1… with these commissions, in percent. */
export async function addPayees(people: { affiliates?: number[]; staff?: number[] }): Promise<void> {
  const { affiliates = [], staff = [] } = people;
  await importPeople({
    affiliates: affiliates.map((commission, index) =>
      affiliate({ firstName: 'Ann', lastName: `Number ${index + 1}`, commission }, index),
    ),
    staff: staff.map((commission, index) => ({
      staffID: index + 1,
      emailAddress: `staff${index + 1}@example.com`,
      firstName: 'Sam',
      lastName: `Number ${index + 1}`,
      commission,
    })),
  });
}

/** Adds affiliates 1… with these first names, last names and, if it matters, emails. */
export async function addAffiliates(
  ...people: (readonly [firstName: string, lastName: string, emailAddress?: string])[]
): Promise<void> {
  await importPeople({
    affiliates: people.map(([firstName, lastName, emailAddress], index) =>
      affiliate({ firstName, lastName, commission: 30, emailAddress }, index),
    ),
  });
}

/** Adds members 1… with these usernames. */
export async function addMembers(usernames: readonly string[]): Promise<void> {
  await importPeople({
    members: usernames.map((username, index) => ({
      memberID: index + 1,
      username,
      emailAddress: `${username}@example.com`,
    })),
  });
}
