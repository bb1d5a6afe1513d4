import { readFileSync } from 'node:fs';
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { createMetrics, measureCaches } from '../api/http/metrics.ts';
import { createLeadMetrics } from '../projector/lead/lead-metrics.ts';

const file = (name: string) => readFileSync(new URL(`../deploy/${name}`, import.meta.url), 'utf8');
const rules = z
  .object({
    groups: z.array(
      z.object({
        rules: z.array(
          z.object({
            alert: z.string(),
            expr: z.string(),
            for: z.string(),
            labels: z.object({ severity: z.enum(['page', 'ticket']) }),
            annotations: z.object({ summary: z.string(), what_to_do: z.string() }),
          }),
        ),
      }),
    ),
  })
  .parse(parse(file('prometheus/alerts.yml')))
  .groups.flatMap((group) => group.rules);
const panels = z
  .object({
    panels: z.array(
      z.object({
        title: z.string(),
        targets: z.array(z.object({ expr: z.string(), legendFormat: z.string() })),
      }),
    ),
  })
  .parse(JSON.parse(file('grafana/dashboard.json'))).panels;

/** What the program says at `/metrics`: each name, with its labels. */
async function served(): Promise<Map<string, readonly string[]>> {
  const { registry } = createMetrics();
  measureCaches(registry, {});
  const found = new Map<string, readonly string[]>();
  for (const { name, type } of await registry.getMetricsAsJSON()) {
    const metric: unknown = registry.getSingleMetric(name);
    const labels = z.object({ labelNames: z.array(z.string()).default([]) }).parse(metric).labelNames;
    const suffixes = String(type) === 'histogram' ? ['_bucket', '_count', '_sum'] : [''];
    for (const suffix of suffixes)
      found.set(name + suffix, suffix === '_bucket' ? [...labels, 'le'] : labels);
  }
  return found;
}

/** Given to every number by Prometheus itself. */
const OF_SCRAPES = ['instance', 'job'];

const watched = [
  ...rules.map(({ alert, expr, annotations }) => [alert, expr, annotations.summary] as const),
  ...panels.flatMap(({ title, targets }) =>
    targets.map(({ expr, legendFormat }) => [title, expr, legendFormat] as const),
  ),
];

test.each(watched)('%s asks for numbers and labels that the program has', async (_name, expr, text) => {
  const metrics = await served();
  const names = expr.match(/\b(?:evo|process|nodejs)_\w+/g) ?? [];
  expect(names.length).toBeGreaterThan(0);
  const isLabel = (name: string) => [...metrics.values()].some((labels) => labels.includes(name));
  expect(names.filter((name) => !metrics.has(name) && !isLabel(name))).toEqual([]);
  const labels = [
    ...[...expr.matchAll(/[{,]\s*(\w+)\s*(?:=~|!~|!=|=)"/g)].map(([, label]) => label ?? ''),
    ...[...expr.matchAll(/by \(([^)]*)\)/g)].flatMap(([, list = '']) =>
      list.split(',').map((label) => label.trim()),
    ),
    ...[...text.matchAll(/\{\{\s*(?:\$labels\.)?(\w+)\s*\}\}/g)].map(([, label]) => label ?? ''),
  ];
  const known = new Set([...names.flatMap((name) => metrics.get(name) ?? []), ...OF_SCRAPES]);
  expect(labels.filter((label) => !known.has(label))).toEqual([]);
});

test('that the read models stand still is asked of numbers that every process has, whichever of them writes', async () => {
  const registry = new Registry();
  createLeadMetrics(registry, 'read');
  const everywhere = (await registry.getMetricsAsJSON()).map(({ name }) => name);
  const asked = rules.flatMap(({ alert, expr }) =>
    alert === 'ProjectorStopped' ? (expr.match(/\bevo_\w+/g) ?? []) : [],
  );
  expect(asked).toContain('evo_projector_healthy');
  expect(asked.filter((name) => !everywhere.includes(name))).toEqual([]);
});

test('whatever the README says to alert on has an alert', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const [, list = ''] = /Alert on([^;]*);/.exec(readme) ?? [];
  const named = list.match(/\bevo_\w+/g) ?? [];
  expect(named).toContain('evo_process_leader_silence_seconds');
  expect(named.filter((name) => !rules.some(({ expr }) => expr.includes(name)))).toEqual([]);
});

test('every alert has a name of its own and says what to do', () => {
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  const operations = readFileSync(new URL('../docs/operations.md', import.meta.url), 'utf8');
  for (const { annotations } of rules) {
    const named = /^'([^']+)' in docs\/operations\.md/.exec(annotations.what_to_do)?.[1];
    if (named) expect(operations).toMatch(new RegExp(`^### '?${named}'?$`, 'm'));
  }
});
