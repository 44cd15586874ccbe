/** The business day does not change within this time, in hours: no run takes as long. */
const RUN_HOURS = 3;

function zoneAt(instant: Date): string {
  const hour = new Intl.DateTimeFormat('en-US', {
    timeZone: 'America/New_York',
    hour: 'numeric',
    hourCycle: 'h23',
  });
  return Number(hour.format(instant)) < 24 - RUN_HOURS ? 'America/New_York' : 'America/Los_Angeles';
}

// The first process of a run decides; the others, and commands that tests run, inherit it.
process.env.BUSINESS_TIMEZONE ??= zoneAt(new Date());

/** The business time zone of every system that the tests start: figures of today are compared while they change. */
export const TIME_ZONE: string = process.env.BUSINESS_TIMEZONE;
