import type pg from 'pg';

/** A query as it was sent. */
export type Query = { readonly text: string; readonly values: unknown[] };

/** A query as Postgres ran it, or one that a SQL function ran within it. */
type Plan = {
  readonly text: string;
  readonly nested: boolean;
  /** Pages of 8 KB that were looked at, nested queries included. */
  readonly buffers: number;
  readonly scans: readonly Scan[];
};

/** What a plan's nodes read of one index or table, all loops together. */
type Scan = {
  readonly node: string;
  /** The index, or the table where none is used. */
  readonly of: string;
  readonly rows: number;
  readonly loops: number;
};

/**
 * Runs a query and tells how Postgres ran it. Unlike `explain`, auto_explain also shows what runs inside SQL
 * functions. The client must be a superuser's.
 */
export async function plansOf(client: pg.ClientBase, { text, values }: Query): Promise<Plan[]> {
  const plans: Plan[] = [];
  const onNotice = ({ message = '' }: { message?: string | undefined }) => {
    const at = message.indexOf('{');
    // The form that auto_explain writes.
    if (at >= 0) plans.push(planOf(JSON.parse(message.slice(at)) as Explained, text));
  };
  // The first time, looking up the tables themselves would be counted too.
  await client.query(text, values);
  await client.query(LISTEN);
  client.on('notice', onNotice);
  try {
    await client.query(text, values);
  } finally {
    client.off('notice', onNotice);
    await client.query('reset client_min_messages');
  }
  // What runs within a query ends, and is told, before it.
  return plans.reverse();
}

/** A plan in lines: the query, what each of its scans read, and the same of what ran within it. */
export function describePlans(plans: readonly Plan[]): string[] {
  const times = new Map<string, number>();
  for (const { text, nested, buffers, scans } of plans) {
    const indent = nested ? '      ' : '  ';
    const label = nested ? 'within a function' : text.replaceAll(/\s+/g, ' ').trim().slice(0, 90);
    const lines = [`${label} (${buffers} buffers)`, ...scans.map((scan) => `    ${describeScan(scan)}`)];
    const told = lines.map((line) => indent + line).join('\n');
    times.set(told, (times.get(told) ?? 0) + 1);
  }
  return [...times].map(([told, count]) => (count === 1 ? told : told.replace('\n', ` × ${count}\n`)));
}

function describeScan({ node, of, rows, loops }: Scan): string {
  const many = loops === 1 ? '' : ` in ${loops} loops`;
  return `${node === 'Seq Scan' ? 'SEQ SCAN' : node} of ${of}: ${rows} row${rows === 1 ? '' : 's'}${many}`;
}

const LISTEN = `
  load 'auto_explain';
  set auto_explain.log_min_duration = 0;
  set auto_explain.log_analyze = on;
  set auto_explain.log_buffers = on;
  set auto_explain.log_nested_statements = on;
  set auto_explain.log_format = json;
  set client_min_messages = log`;

type Node = {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  /** Per loop. */
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly Plans?: readonly Node[];
};
type Explained = { readonly 'Query Text': string; readonly Plan: Node };

function planOf({ 'Query Text': told, Plan: top }: Explained, asked: string): Plan {
  const scans = new Map<string, Scan>();
  for (const node of nodesOf(top)) {
    const of = node['Index Name'] ?? node['Relation Name'];
    if (of === undefined || node['Actual Loops'] === 0) continue;
    const key = `${node['Node Type']} ${of}`;
    const known = scans.get(key) ?? { node: node['Node Type'], of, rows: 0, loops: 0 };
    const rows = known.rows + Math.round(node['Actual Rows'] * node['Actual Loops']);
    scans.set(key, { ...known, rows, loops: known.loops + node['Actual Loops'] });
  }
  const buffers = top['Shared Hit Blocks'] + top['Shared Read Blocks'];
  return { text: told, nested: told !== asked, buffers, scans: [...scans.values()] };
}

function nodesOf(node: Node): Node[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}
