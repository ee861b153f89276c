import { TapeError } from '../../../../shared/rpc/tape-error.ts';
import type { ServerShape } from '../../formats/server.ts';
import { servers } from '../../formats/servers.ts';
import type { JsonObject } from '../../formats/values.ts';
import type { Ask } from '../ask.ts';
import type { Backend, Page, Placed, Wanted } from '../backend.ts';
import { connectPostgres } from './connect.ts';

const PASSWORD = 'PGPASSWORD';

/** The tables of one program, and where the next page of them begins. */
interface At {
  schema: string;
  format: string;
  after: (string | null)[] | null;
}

/** A PostgreSQL server in which a program keeps its sessions. `ask` takes a query, and its values in the order of their keys. */
export const postgres: Backend = {
  ...{ id: 'postgres', name: 'PostgreSQL', keys: [PASSWORD] },
  headers: () => ({}),
  async connect(url, env, signal) {
    const { rows, close } = await connectPostgres({ url, password: env[PASSWORD] ?? '', signal });
    const ask: Ask = async (sql, values) => ({ rows: await rows(sql, Object.values(values) as (string | null)[]) });
    return { ask, close };
  },
  page,
  placed,
};

const rowsIn = async (ask: Ask, sql: string, values: readonly (string | null)[]): Promise<Record<string, string | null>[]> =>
  (await ask(sql, Object.fromEntries(values.entries()))).rows as Record<string, string | null>[];

const DEFAULT_SCHEMA = 'public';

async function page(ask: Ask, wanted: Wanted, at: string | null): Promise<Page> {
  if (wanted.trace !== null)
    throw new TapeError('bad-input', 'A database server keeps sessions: give --session or --since instead of --trace.');
  const { schema, format, after }: At = at === null ? await beginning(ask, wanted.project ?? DEFAULT_SCHEMA) : JSON.parse(at);
  const shape = shapeOf(format);
  const asked = shape.page({ schema: quoted(schema), session: wanted.session, since: wanted.since, after });
  const rows = await rowsIn(ask, asked.sql, asked.values);
  const last = rows.at(-1);
  const next: At | null = last === undefined ? null : { schema, format, after: shape.after(last) };
  return { records: rows.flatMap(shape.records), next: next === null ? null : JSON.stringify(next) };
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

const shapeOf = (format: string): ServerShape => {
  const found = servers.find((one) => one.format === format);
  if (found) return found;
  throw new TapeError('unreadable', `An earlier pull took tables of ${format}, which this version does not know.`);
};

/** Whose tables a schema has. Throws TapeError('unreadable') where nobody's are known. */
async function beginning(ask: Ask, schema: string): Promise<At> {
  const sql =
    'SELECT table_schema, table_name, column_name FROM information_schema.columns WHERE table_name = ANY(string_to_array($1, $2))';
  const names = servers.flatMap(({ tables }) => tables);
  const schemas = Map.groupBy(await rowsIn(ask, sql, [names.join(' '), ' ']), ({ table_schema }) => table_schema ?? '');
  const fitting = [...schemas].flatMap(([name, rows]) => {
    const tables = Map.groupBy(rows, ({ table_name }) => table_name ?? '');
    const columns = new Map([...tables].map(([table, all]) => [table, new Set(all.map(({ column_name }) => column_name ?? ''))]));
    return servers.filter(({ fits }) => fits(columns)).map(({ format }) => ({ schema: name, format }));
  });
  const found = fitting.find((one) => one.schema === schema);
  if (found) return { ...found, after: null };
  const known = servers.map(({ name }) => name).join(', ');
  const others = [...new Set(fitting.map((one) => one.schema))];
  const hint = others.length === 0 ? '' : ` Give --project for a schema that has: ${others.join(', ')}.`;
  throw new TapeError('unreadable', `The schema ${schema} has no tables in which ${known} keeps sessions.${hint}`);
}

function placed(record: JsonObject): Placed {
  for (const shape of servers) {
    const at = shape.placed(record);
    if (at.session !== null) return { ...at, trace: null };
  }
  return { id: '', trace: null, session: null, start: null, end: null };
}
