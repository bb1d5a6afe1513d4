import Koa from 'koa';
import pg from 'pg';

// The least that an answer from Postgres costs: Koa, a pool, one row by its key, JSON.
const [databaseUrl = '', schema = ''] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
const QUERY = `select user_id, username, total_rewards, claimed_rewards, level
  from ${pg.escapeIdentifier(schema)}.users where user_id = $1`;

const app = new Koa();
app.use(async (ctx) => {
  const { rows } = await pool.query(QUERY, [ctx.path.slice('/users/'.length)]);
  ctx.body = rows[0];
});
const server = app.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(typeof address === 'object' ? address?.port : 0);
});
process.on('SIGTERM', () => process.exit(0));
