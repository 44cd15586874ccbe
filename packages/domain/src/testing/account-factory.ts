import { importPeople } from '../people/import-people';

/** Adds affiliates 1… with these first names, last names and, if it matters, emails. */
export async function addAffiliates(
  ...people: (readonly [firstName: string, lastName: string, emailAddress?: string])[]
): Promise<void> {
  await importPeople({
    affiliates: people.map(([firstName, lastName, emailAddress], index) => ({
      affID: index + 1,
      trackID: `T${index + 1}`,
      emailAddress: emailAddress ?? `aff${index + 1}@example.com`,
      firstName,
      lastName,
      commission: 30,
    })),
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
