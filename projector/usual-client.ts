import pg from 'pg';

/**
 * What the program takes for granted of a session, whatever its role or its database sets otherwise: the driver reads
 * times in no other style than ISO. PgBouncer takes these of each connection, and keeps to them in every mode:
 * https://www.pgbouncer.org/config.html#track_extra_parameters
 */
const USUAL = { DateStyle: 'ISO, MDY', TimeZone: 'UTC', standard_conforming_strings: 'on' } as const;

/** What else it takes for granted, which PgBouncer keeps for nobody: said once a session, to a Postgres that is asked itself. */
export const USUAL_OF_SESSIONS = {
  intervalstyle: 'postgres',
  bytea_output: 'hex',
  extra_float_digits: '1',
} as const;

/** A method of the driver's clients that its types leave out. */
type Starting = { getStartupConf(): Readonly<Record<string, string>> };
const starting = pg.Client.prototype as unknown as Starting;

/** A connection that says with its first words how it wants to be spoken to: it costs no question more. */
export class UsualClient extends pg.Client {
  getStartupConf(): Readonly<Record<string, string>> {
    return { ...starting.getStartupConf.call(this), ...USUAL };
  }
}
